// Questions about one position, answered as the server answers them.

import { copiesOf, kinds, LETTERS, order, printPosition } from "../shared/notation.js";
import { Refused } from "./core.js";
import { checkCopies, readRules, readTile, readTiles } from "./reading.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("../shared/types.js").MeldCheck} MeldCheck */
/** @typedef {{ rules: Rules, table: Tile[][], rack: Tile[] }} Position */

// Branches that the search for other plays may open: a fraction of a second.
export const PLAYS_BUDGET = 20_000;
// Plays among which those that differ in kind are chosen.
const PLAYS_LOOKED_AT = 300;

/** What is right and wrong with a table and a rack as laid out, meld by meld; never an error.
 * @param {Core} core @param {unknown[][]} table @param {unknown[]} rack @param {Rules} rules */
export function check(core, table, rack, rules) {
  /** @type {import("../shared/types.js").Problem[]} */
  const problems = [];
  const melds = checkMelds(core, table, rules, problems);
  /** @type {Map<Tile, number>} */
  const seen = new Map();
  const note = (/** @type {Tile} */ tile) => seen.set(tile, (seen.get(tile) ?? 0) + 1);
  for (const words of table) for (const word of words) tryTo(() => note(readTile(word, rules, "")));
  rack.forEach((word, i) => {
    const problem = tryTo(() => note(readTile(word, rules, `rack tile ${i + 1}`)));
    if (problem) problems.push(problem);
  });
  const compare = order("colour");
  for (const [tile, count] of [...seen].sort((a, b) => compare(a[0], b[0]))) {
    const problem = tryTo(() => checkCopies(Array(count).fill(tile), rules));
    if (problem) problems.push(problem);
  }
  const every = rules.jokers > 0 ? kinds(rules) : [...kinds(rules), "J"];
  const counts = Object.fromEntries(
    every.map((tile) => [tile, Math.max(0, copiesOf(tile, rules) - (seen.get(tile) ?? 0))]),
  );
  return {
    ok: problems.length === 0 && melds.every((meld) => meld.legal),
    melds,
    problems,
    notation: printPosition(
      melds.map((meld) => meld.tiles),
      /** @type {Tile[]} */ (rack),
    ),
    unseen: { total: Object.values(counts).reduce((sum, count) => sum + count, 0), counts },
  };
}

/** What was refused, if anything was.
 * @param {() => unknown} run */
function tryTo(run) {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refused) return error.problem;
    throw error;
  }
}

/** @param {Core} core @param {unknown[][]} table @param {Rules} rules @param {import("../shared/types.js").Problem[]} problems
 * @returns {MeldCheck[]} */
function checkMelds(core, table, rules, problems) {
  /** @type {Tile[][]} the melds of which every tile is one */
  const readable = [];
  const unread = table.map((words, i) => {
    const problem = tryTo(() =>
      readable.push(words.map((word) => readTile(word, rules, `table meld ${i + 1}`))),
    );
    if (problem) problems.push(problem);
    return problem;
  });
  /** @type {MeldCheck[]} */
  const found = core.ask({ ask: "melds", rules, table: readable });
  return table.map((words, i) => {
    const tiles = /** @type {Tile[]} */ (words);
    const problem = unread[i];
    if (problem) return { tiles, legal: false, kind: null, worth: null, reason: problem.message };
    const meld = /** @type {MeldCheck} */ (found.shift());
    return meld.legal ? meld : { ...meld, tiles };
  });
}

/** A table of melds, each in the order it is written in.
 * @param {Core} core @param {any} given @param {Rules} rules @returns {Tile[][]} */
export function readTable(core, given, rules) {
  const parts = typeof given === "string" ? (given.trim() === "" ? [] : given.split("|")) : (given ?? []);
  if (!Array.isArray(parts)) {
    throw new Refused({
      code: "bad-notation",
      message: `a table is a list of melds, not ${parts}`,
      place: "table",
    });
  }
  return parts.map((words, i) => {
    const place = `table meld ${i + 1}`;
    const tiles = readTiles(words, rules, `${place}, tile`);
    if (tiles.length === 0) throw new Refused({ code: "bad-notation", message: `${place} is empty`, place });
    const meld = core.ask({ ask: "melds", rules, table: [tiles] })[0];
    if (!meld.legal) {
      const message = `'${tiles.join(" ")}' at ${place} is not a meld: ${meld.reason}`;
      throw new Refused({ code: "not-a-meld", message, meld: tiles.join(" "), place });
    }
    return meld.tiles;
  });
}

/** A position as text, or as a table and a rack.
 * @param {Core} core @param {any} body @returns {Position} */
export function readPosition(core, body) {
  const rules = readRules(body.rules);
  let { table, rack } = body;
  if (typeof body.position === "string") {
    const parts = body.position.split("//");
    if (parts.length !== 2) {
      const text = body.position.trim();
      const message =
        parts.length > 2
          ? `more than one '//' in '${text}'`
          : `no '//' in '${text}': a position is 'TABLE // RACK', with the table or the rack left empty where there is none`;
      throw new Refused({ code: "bad-notation", message, word: parts.length > 2 ? "//" : text });
    }
    [table, rack] = parts;
  }
  const melds = readTable(core, table, rules);
  const tiles = readTiles(rack ?? [], rules, "rack tile");
  const places = melds.flatMap((meld, i) => meld.map(() => `table meld ${i + 1}`));
  checkCopies([...melds.flat(), ...tiles], rules, [...places, ...tiles.map((_, i) => `rack tile ${i + 1}`)]);
  return { rules, table: melds, rack: tiles };
}

/** What is best: the objective, whether it is an opening, what a joker is worth.
 * @param {any} body */
export const wanted = (body) => ({
  objective: body.objective ?? "tiles",
  opening: body.opening ?? false,
  joker_value: body.joker_value ?? 30,
});

/** @param {Core} core @param {any} body */
export const solve = (core, body) => core.ask({ ask: "solve", ...readPosition(core, body), ...wanted(body) });

/** @param {Core} core @param {any} body */
export const alternatives = (core, body) => ({
  plays: core.ask({
    ask: "alternatives",
    ...readPosition(core, body),
    ...wanted(body),
    n: body.n ?? 8,
    budget: PLAYS_BUDGET,
  }),
});

/** @param {Core} core @param {any} body */
export const outs = (core, body) => core.ask({ ask: "outs", ...readPosition(core, body), ...wanted(body) });

/** Loose tiles laid out as melds.
 * @param {Core} core @param {any} body */
export function rebuild(core, body) {
  const rules = readRules(body.rules);
  const rack = readTiles(body.tiles, rules, "tile");
  checkCopies(rack, rules);
  const found = core.ask({ ask: "solve", rules, table: [], rack, steps: false });
  const possible = found.remaining.length === 0;
  return { possible, table: possible ? found.table : [] };
}

/** The check of a layout, and what the core is asked about it where nothing is wrong.
 * @param {Core} core @param {any} body */
function readLayout(core, body) {
  const rules = readRules(body.rules);
  const found = check(core, body.table ?? [], body.rack ?? [], rules);
  if (!found.ok) return { found, asked: null };
  const table = found.melds.map((meld) => meld.tiles);
  const rack = readTiles(body.rack ?? [], rules, "rack tile");
  return { found, asked: { rules, table, rack, ...wanted(body) } };
}

/** All about a layout, as it is found: `check`, `solution`, `alternatives`, `outs`.
 * @param {Core} core @param {any} body @returns {Generator<[string, unknown]>} */
export function* analyse(core, body) {
  const { found, asked } = readLayout(core, body);
  yield ["check", found];
  if (!asked) return;
  yield ["solution", core.ask({ ask: "solve", ...asked })];
  yield* analyseMore(core, body, asked);
}

/** What `analyse` tells first; null where that takes longer.
 * @param {Core} core @param {any} body @param {number} within_ms @returns {[string, unknown][] | null} */
export function answer(core, body, within_ms) {
  const { found, asked } = readLayout(core, body);
  if (!asked) return [["check", found]];
  const solution = core.ask({ ask: "solve", ...asked, within_ms });
  if (solution.status === "time-limit") return null;
  return [
    ["check", found],
    ["solution", solution],
  ];
}

/** What it tells after that.
 * @param {Core} core @param {any} body @param {ReturnType<typeof readLayout>["asked"]} [asked] @returns {Generator<[string, unknown]>} */
export function* analyseMore(core, body, asked = readLayout(core, body).asked) {
  if (!asked) return;
  const n = body.alternatives ?? 8;
  if (n > 0) {
    yield [
      "alternatives",
      core.ask({ ask: "alternatives", ...asked, n, budget: PLAYS_BUDGET, looked_at: PLAYS_LOOKED_AT }),
    ];
  }
  if (body.outs ?? true) yield ["outs", core.ask({ ask: "outs", ...asked })];
}

/** @param {Rules} rules */
export const colourLetters = (rules) => LETTERS.slice(0, rules.colours);
