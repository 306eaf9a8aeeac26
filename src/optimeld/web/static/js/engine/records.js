// A whole game as text, as `optimeld replay` and the server write and read it.

import { RETAIL } from "../shared/rules.js";
import { Refused } from "./core.js";
import { readRules, readTiles } from "./reading.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("./table.js").State} State */
/** What a record tells of a game; nothing in it is believed until it has been played again.
 * @typedef {{ rules: Rules, seed: string, index: string, names: string[], racks: Tile[][], turns: string[], result: string }} Told */

const FIRST_LINE = "optimeld game 1";
const UNFINISHED = "unfinished";
const YES_NO = new Map([
  ["yes", true],
  ["no", false],
]);

/** @param {unknown} value */
const ruleWord = (value) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value));

/** @param {State["result"]} result */
export function resultWords(result) {
  if (!result) return UNFINISHED;
  const scores = result.scores.map((score) => (score < 0 ? `${score}` : `+${score}`)).join(" ");
  return `${result.winner + 1} wins ${scores} ${result.blocked ? "by the lowest rack" : "by an empty rack"}`;
}

/** @param {Told} told */
export function writeRecord({ rules, seed, index, names, racks, turns, result }) {
  const words = Object.keys(RETAIL).map((name) => `${name}=${ruleWord(Reflect.get(rules, name))}`);
  return [
    FIRST_LINE,
    `rules ${words.join(" ")}`,
    `seed ${seed} game ${index}`,
    `players ${names.join(" | ")}`,
    ...racks.map((rack, seat) => `rack ${seat + 1} ${rack.join(" ")}`),
    ...turns.map((line, i) => `${i + 1} ${line}`),
    `result ${result}`,
    "",
  ].join("\n");
}

/** @param {string} message @param {Record<string, unknown>} [details] */
export const badRecord = (message, details = {}) => new Refused({ code: "bad-record", message, ...details });

/** Reads one record, and says which line is wrong.
 * @param {string} text @returns {Told} */
export function readRecord(text) {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  let at = 0;
  const next = (/** @type {string} */ what) => {
    at += 1;
    const line = lines[at - 1];
    if (line === undefined) throw badRecord(`the record ends before ${what}`);
    return line;
  };
  const after = (/** @type {string} */ word) => {
    const line = next(`'${word.trim()}'`);
    if (!line.startsWith(word)) throw badRecord(`'${word.trim()}' should come here, not '${line}'`);
    return line.slice(word.length);
  };
  try {
    const first = next("the first line");
    if (first !== FIRST_LINE) throw badRecord(`a record begins with '${FIRST_LINE}', not '${first}'`);
    const rules = rulesOf(after("rules "));
    const line = next("the seed");
    const dealt = /^seed (\d{1,20}) game (\d{1,20})$/.exec(line);
    if (!dealt) throw badRecord(`no seed in '${line}': it should be 'seed N game N'`);
    const names = after("players ")
      .split("|")
      .map((name) => name.trim());
    const racks = names.map((_, seat) => readTiles(after(`rack ${seat + 1} `), rules, "tile"));
    /** @type {string[]} */
    const turns = [];
    let ending = next("the result");
    for (; !ending.startsWith("result "); ending = next("the result")) {
      const turn = /^(\d{1,6}) (.*)$/.exec(ending);
      if (!turn) throw badRecord(`not a turn: '${ending}'`);
      if (Number(turn[1]) !== turns.length + 1)
        throw badRecord(`turn ${turns.length + 1} should come here, not '${ending}'`);
      turns.push(turn[2] ?? "");
    }
    const told = ending.slice("result ".length);
    const form = /^([1-9]) wins ((?:[+-]\d{1,7} )+)by (?:an empty|the lowest) rack$/.exec(told);
    const scores = form?.[2]?.trim().split(" ").length;
    if (told !== UNFINISHED && (scores !== names.length || Number(form?.[1]) > names.length))
      throw badRecord(`not a result: '${ending}'`);
    if (at < lines.length) {
      at += 1;
      throw badRecord(`nothing follows the result, but here is '${lines[at - 1]}'`);
    }
    const [, seed = "0", index = "0"] = dealt;
    return { rules, seed, index, names, racks, turns, result: told };
  } catch (error) {
    if (error instanceof Refused) throw badRecord(`line ${at}: ${error.message}`, { line: at });
    throw error;
  }
}

/** @param {string} text @returns {Rules} */
function rulesOf(text) {
  /** @type {Record<string, unknown>} */
  const given = {};
  for (const part of text.split(/\s+/)) {
    const form = /^(\w+)=(.*)$/.exec(part);
    const [, name = "", word = ""] = form ?? [];
    if (!form || name in given) throw badRecord(`not a rule: '${part}'`);
    given[name] = /^\d{1,8}$/.test(word) ? Number(word) : (YES_NO.get(word) ?? word);
  }
  return readRules(given);
}
