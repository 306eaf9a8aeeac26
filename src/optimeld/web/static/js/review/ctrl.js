// A finished game as the review knows it: every turn with its table and racks, and what each of mine was worth.

import { makeBoard, relaid } from "../shared/board.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Board} Board */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("../shared/types.js").Candidate} Candidate */

/** @typedef {{ names: string[], seat: number, rules: Rules, deals: Tile[][], key: string | null,
 *   result: { winner: number, scores: number[], blocked: boolean } | null }} ReviewedGame */
/** @typedef {{ number: number, player: number, action: string, opening: boolean, played: Tile[], drawn: Tile[], drawn_count: number, note: string,
 *   best: { status: string, played: Tile[], tiles: number, value: number }, missed: number, racks: number[], hands: Tile[][], table: Tile[][],
 *   river: Tile | null, position: string }} Moment */
/** What a turn was worth: the chance of winning before it with the best choice, and with the one that was made.
 * @typedef {{ number: number, best: Candidate, chosen: Candidate, before: number, cost: number, sure: boolean, exact: boolean }} Verdict */
/** @typedef {{ name: string, turns: number, laid: number, missed: number, best_turns: number, chances: number, nothing_possible: number }} PlayerSummary */
/** @typedef {{ start: number, end: number, cost: number, luck: number }} Balance */
/** @typedef {{ players: PlayerSummary[], turning_points: { number: number, words: string }[], balance: Balance | null }} Summary */

export class ReviewCtrl {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {ReviewedGame | null} */
    this.game = null;
    /** @type {Moment[]} */
    this.moments = [];
    /** @type {Map<number, Verdict>} */
    this.verdicts = new Map();
    /** @type {Summary | null} */
    this.summary = null;
    /** @type {number} how many turns have been taken on the board */
    this.at = 0;
    /** @type {boolean} whether the best choice of the turn is on the board in place of what was done */
    this.better = false;
    this.done = false;
    /** @type {Board[]} the board after each turn */
    this.boards = [];
  }

  /** @param {string} event @param {any} data */
  take(event, data) {
    if (event === "game") {
      this.game = data;
      this.moments = [];
      this.verdicts = new Map();
      this.summary = null;
      this.at = 0;
      this.boards = [makeBoard([], data.deals[data.seat] ?? [])];
    } else if (event === "turn") {
      this.moments.push(data);
      const before = /** @type {Board} */ (this.boards.at(-1));
      this.boards.push(relaid(before, data.table, data.hands[this.game?.seat ?? 0] ?? []));
    } else if (event === "verdict") this.verdicts.set(data.number, data);
    else if (event === "summary") this.summary = data;
    else if (event === "done") this.done = true;
    this.redraw();
  }

  /** The turn that has just been taken on the board. */
  get moment() {
    return this.moments[this.at - 1] ?? null;
  }
  get verdict() {
    return this.verdicts.get(this.at) ?? null;
  }

  /** The board as it is shown, and the one that it has become from.
   * @returns {{ before: Board, now: Board }} */
  get shown() {
    const now = /** @type {Board} */ (this.boards[this.at] ?? makeBoard([], []));
    const before = this.boards[this.at - 1] ?? now;
    const best = this.better ? this.verdict?.best : null;
    if (!best) return { before, now };
    if (!best.table) return { before, now: before };
    const left = before.rack.map((each) => each.tile);
    for (const tile of best.played ?? []) left.splice(left.indexOf(tile), 1);
    return { before, now: relaid(before, best.table, left) };
  }

  /** @param {number} at */
  goTo(at) {
    this.at = Math.max(0, Math.min(this.moments.length, at));
    this.better = false;
    this.redraw();
  }

  /** To the next of my turns, or the one before.
   * @param {1 | -1} by */
  goToOwn(by) {
    const mine = this.moments.filter((each) => each.player === this.game?.seat).map((each) => each.number);
    const next =
      by > 0 ? mine.find((number) => number > this.at) : mine.findLast((number) => number < this.at);
    if (next !== undefined) this.goTo(next);
  }

  /** @param {boolean} better */
  showBetter(better) {
    this.better = better;
    this.redraw();
  }

  /** The points of the curve: turn, and the chance of winning at it; before each of my turns, after it, and at the end.
   * @returns {{ turn: number, win: number }[]} */
  get curve() {
    const points = [...this.verdicts.values()]
      .sort((a, b) => a.number - b.number)
      .flatMap((each) => [
        { turn: each.number - 1, win: each.before },
        { turn: each.number, win: each.chosen.win },
      ]);
    const result = this.game?.result;
    if (this.done && result)
      points.push({ turn: this.moments.length, win: result.winner === this.game?.seat ? 1 : 0 });
    return points;
  }
}
