// What came of the games of this browser, kept when the games themselves are long forgotten.

import { recallList, remember } from "../shared/shell.js";

/** @typedef {import("../shared/types.js").GameView} GameView */
/** One game that is over: its key, the others at the table, the own points, whether it was won.
 * @typedef {{ id: string, others: string[], points: number, won: boolean }} Result */
/** @typedef {{ games: number, won: number, points: number, streak: number }} Tally */

const MOST = 2000;

/** @returns {Result[]} the oldest first */
export const readResults = () => recallList("results");

/** Notes a game that is over, once.
 * @param {GameView} view */
export function noteResult(view) {
  const { result, seat } = view;
  const known = readResults();
  if (!result || known.some((each) => each.id === view.id)) return;
  const others = view.players.filter((_, at) => at !== seat).map((player) => player.name);
  const own = { id: view.id, others, points: result.scores[seat] ?? 0, won: result.winner === seat };
  remember("results", JSON.stringify([...known, own].slice(-MOST)));
}

/** @param {Result[]} results the oldest first @returns {Tally} `streak`: games won in a row, up to the last one */
export function tally(results) {
  const lost = results.findLastIndex((each) => !each.won);
  return {
    games: results.length,
    won: results.filter((each) => each.won).length,
    points: results.reduce((sum, each) => sum + each.points, 0),
    streak: results.length - 1 - lost,
  };
}

/** The results by who sat at the table, the most frequent first.
 * @param {Result[]} results @returns {[string, Result[]][]} */
export function byOthers(results) {
  /** @type {Map<string, Result[]>} */
  const tables = new Map();
  for (const each of results) {
    const name = [...each.others].sort().join(", ");
    tables.set(name, [...(tables.get(name) ?? []), each]);
  }
  return [...tables].sort(([, a], [, b]) => b.length - a.length);
}
