// A game from elsewhere, told by its record and played again here.

import { Refused } from "./core.js";
import { badRecord, readRecord, resultWords } from "./records.js";
import { Table } from "./table.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("../shared/types.js").Tile} Tile */

/** A game told by its record, played again; looked at from one seat, and kept nowhere.
 * @param {Core} core @param {string} text @param {number} seat @returns {Table} */
export function told(core, text, seat) {
  const { racks, result, turns, ...dealt } = readRecord(text);
  const { names, seed, index } = dealt;
  if (seat >= names.length)
    throw new Refused({
      code: "bad-input", message: `seat ${seat}: the game has ${names.length} players`, word: String(seat),
    }); // biome-ignore format: one field beside the other
  const table = new Table(core, {
    ...dealt, id: "", series: "", number: 0, seat, agents: names.map(() => null), clock: null, hints: [],
    turns: [], notes: {}, pending: false, result: null, saved: 0,
  }); // biome-ignore format: one field beside the other
  const sorted = (/** @type {Tile[]} */ rack) => [...rack].sort().join(" ");
  table.deals().forEach((rack, i) => {
    if (sorted(rack) !== sorted(racks[i] ?? []))
      throw badRecord(`rack ${i + 1} is not what seed ${seed}, game ${index} deals`, { rack: i + 1 });
  });
  for (const [i, line] of turns.entries()) retake(table, line, i);
  const came = table.state().result;
  if (resultWords(came) !== result) throw badRecord(`the result is '${resultWords(came)}', not '${result}'`);
  table.kept.result = came;
  return table;
}

/** Takes a turn of a record again; it must come out as told.
 * @param {Table} table @param {string} line @param {number} i */
function retake(table, line, i) {
  const wrong = (/** @type {string} */ message) =>
    badRecord(`turn ${i + 1}: ${message}`, { turn: i + 1, line });
  const [words = "", note = ""] = line.split(" # ");
  try {
    const ruling = table.retake(words.trim());
    if (ruling) throw wrong(ruling.reason);
  } catch (error) {
    if (error instanceof Refused && error.problem.code !== "bad-record") throw wrong(error.message);
    throw error;
  }
  const shown = table.ask({ op: "lines" }).split("\n")[i];
  if (shown !== words.trim()) throw wrong(`'${words.trim()}' should be '${shown}'`);
  if (note) table.kept.notes[i] = note;
}
