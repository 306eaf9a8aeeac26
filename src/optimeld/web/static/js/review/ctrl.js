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
/** What a turn was worth: the chance of winning before it with the best choice, with the one that was made, and once
 * the tile was drawn (null where none was).
 * @typedef {{ number: number, best: Candidate, chosen: Candidate, before: number, cost: number, sure: boolean, exact: boolean, drawn: number | null }} Verdict */
/** From one of my turns to the next: what my choice, the tile I drew and the others' turns did to my chance of winning.
 * @typedef {{ choice: number, draw: number | null, others: number | null }} Changes */
/** The chance of winning goes from one turn to another, and by whom.
 * @typedef {{ by: "choice" | "draw" | "others", from: number, to: number, before: number, after: number }} Leg */
/** @typedef {{ name: string, turns: number, laid: number, missed: number, best_turns: number, chances: number, nothing_possible: number }} PlayerSummary */
/** @typedef {{ start: number, end: number, cost: number, draws: number, others: number }} Balance */
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

  /** The curve, leg by leg: at each of my turns my choice, then the tile, then what the others did until my next one.
   * @returns {Leg[]} */
  get curve() {
    const weighed = [...this.verdicts.values()].sort((a, b) => a.number - b.number);
    return weighed.flatMap((each, i) => {
      const { number, before, chosen, drawn } = each;
      const after = drawn ?? chosen.win;
      /** @type {Leg[]} */
      const legs = [{ by: "choice", from: number - 1, to: number, before, after: chosen.win }];
      if (drawn !== null)
        legs.push({ by: "draw", from: number, to: number, before: chosen.win, after: drawn });
      const next = weighed[i + 1];
      const [to, end] = next ? [next.number - 1, next.before] : [this.moments.length, this.#end];
      // A game that is over with my own turn leaves nothing to the others.
      if (end !== null && (to > number || end !== after))
        legs.push({ by: "others", from: number, to, before: after, after: end });
      return legs;
    });
  }

  /** How the game ended for me; null until everything is there.
   * @returns {0 | 1 | null} */
  get #end() {
    const result = this.game?.result;
    return this.done && result ? (result.winner === this.game?.seat ? 1 : 0) : null;
  }

  /** @param {number} number of one of my turns @returns {Changes} */
  changes(number) {
    const legs = this.curve;
    const at = legs.findIndex((leg) => leg.by === "choice" && leg.to === number);
    const until = legs.findIndex((leg, i) => i > at && leg.by === "choice");
    const mine = at < 0 ? [] : legs.slice(at, until < 0 ? undefined : until);
    const by = (/** @type {Leg["by"]} */ who) => {
      const leg = mine.find((each) => each.by === who);
      return leg ? leg.after - leg.before : null;
    };
    return { choice: by("choice") ?? 0, draw: by("draw"), others: by("others") };
  }
}
