// A search of the core, a little at a time: it plays on from one dealt world whenever it is asked to.

import { Refused } from "./core.js";
import { rounded, wilson } from "./numbers.js";
import { reason } from "./reasons.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("../shared/types.js").Candidate} Candidate */

/** How long to think: a time, or a number of games to play on.
 * @typedef {{ seconds: number, rollouts: number | null, seed: string }} Thinking */
/** What the core says of a candidate.
 * @typedef {{ action: string, played: Tile[], table?: Tile[][], tile?: Tile, rollouts: number, wins: number, points: number,
 *   finishes_next: number, loses_first: number, choice: boolean }} Found */
/** A candidate as it was weighed: `choice` is what the strongest player would do.
 * @typedef {Candidate & { rollouts: number, choice: boolean }} Option */
/** What the reasons need to know of the turn.
 * @typedef {{ rack: number, unseen: number, opening: boolean }} Turn */

/** How many candidates the core looks at in a turn. */
export const CANDIDATES = 12;
const NO_LIMIT = 1_000_000_000;

export class Search {
  #core;
  #rules;
  #began;
  #number;

  /** @param {Core} core @param {Rules} rules @param {Record<string, unknown>} question a game, or a table as it is told
   * @param {Thinking} thinking */
  constructor(core, rules, question, thinking) {
    this.begun = performance.now();
    const { seed } = thinking;
    const made = core.ask({ ask: "search", op: "new", objective: "win", ...question, rules, seed });
    this.#core = core;
    this.#rules = rules;
    this.#began = core.begun;
    this.#number = made.search;
    this.thinking = thinking;
    /** The unseen tiles that finish, one for each copy. @type {Tile[]} */
    this.draws = made.draws;
    this.rollouts = 0;
  }

  get elapsed() {
    return performance.now() - this.begun;
  }

  /** @param {Record<string, unknown>} question @returns {any} */
  #ask(question) {
    if (this.#began !== this.#core.begun)
      throw new Refused({ code: "internal", message: "the engine was started anew while it thought" });
    return this.#core.ask({ ask: "search", rules: this.#rules, search: this.#number, ...question });
  }

  /** Plays on from the next world; false where the time is up or nothing is left to find out. */
  goOn() {
    const { seconds, rollouts } = this.thinking;
    const most = rollouts === null ? NO_LIMIT : rollouts - this.rollouts;
    const found = this.#ask({ op: "think", most });
    this.rollouts = found.rollouts;
    return found.going && (rollouts === null ? this.elapsed < 1000 * seconds : this.rollouts < rollouts);
  }

  /** Goes on to the end; gives way to others again and again.
   * @returns {Generator<null>} */
  *toTheEnd() {
    while (this.goOn()) yield null;
  }

  /** The candidates, best first.
   * @param {Turn} turn @returns {Option[]} */
  options(turn) {
    return this.#ask({ op: "found" }).map((/** @type {Found} */ found) => this.#option(found, turn));
  }

  /** @param {Found} found @param {Turn} turn @returns {Option} */
  #option(found, { rack, unseen, opening }) {
    const { action, played, table, tile, rollouts: n, points, choice } = found;
    const left = rack - played.length;
    const share = (/** @type {number} */ count) => (n > 0 ? count / n : 0);
    return {
      action,
      ...(table ? { played, table } : {}),
      ...(tile ? { tile } : {}),
      ...(left === 0 ? { win: 1, low: 1, high: 1 } : chance(this.#core, found)),
      points: n < 2 ? points : points / n,
      why: reason({
        action, played, left, draws: this.draws, unseen, opening,
        finishesNext: share(found.finishes_next), losesFirst: share(found.loses_first),
      }), // biome-ignore format: one field beside the other
      rollouts: n,
      choice,
    };
  }

  /** The chance of winning of the one candidate there is. */
  chance() {
    const [only] = /** @type {Found[]} */ (this.#ask({ op: "found" }));
    return only ? chance(this.#core, only).win : 0.5;
  }

  putAway() {
    if (this.#began === this.#core.begun) this.#ask({ op: "away" });
  }
}

/** What the rollouts of a candidate stand for, and the 95 % interval.
 * @param {Core} core @param {Found} found */
function chance(core, { wins, loses_first, rollouts: n }) {
  if (n === 0) return { win: 0.5, low: 0, high: 1 };
  const won = wilson(wins / n, n);
  const lost = wilson(loses_first / n, n);
  return {
    win: core.calibrated(wins / n, loses_first / n),
    low: core.calibrated(won.low, lost.high),
    high: core.calibrated(won.high, lost.low),
  };
}

/** An option as the server says it.
 * @param {Option} option @returns {Candidate} */
export function told({ rollouts: _, choice: __, ...option }) {
  return {
    ...option,
    win: rounded(option.win, 4),
    low: rounded(option.low, 4),
    high: rounded(option.high, 4),
    points: rounded(option.points, 2),
  };
}
