// One game in the core: dealt, moved a turn at a time, told as lines and as a record.

import { resultWords, writeRecord } from "./records.js";
import { parseTurn } from "./turns.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {{ player: number, action: "play" | "draw" | "take" | "pass" | "forfeit", opening: boolean, played: Tile[], drawn: Tile[], drawn_count: number, river: Tile | null, table: Tile[][] }} Turn */
/** @typedef {{ turn: number, to_move: number, over: boolean, racks: Tile[][], opened: boolean[], table: Tile[][], river: Tile[], pending: Tile[], pool: number,
 *   result: { winner: number, scores: number[], rack_values: number[], blocked: boolean } | null }} State */
/** What is kept of a game; `index` is which of the games of its seed it is, the first where nothing is said.
 * @typedef {{ id: string, series: string, number: number, seat: number, agents: (string | null)[], names: string[], clock: number | null, hints: number[],
 *   rules: Rules, seed: string, index?: string, turns: string[], notes: Record<number, string>, pending: boolean, result: State["result"], saved: number }} Kept */

/** One game, in the core while it is played.
 * A core that was begun anew has forgotten it; then it is dealt and played again from its turns. */
export class Table {
  /** @param {Core} core @param {Kept} kept */
  constructor(core, kept) {
    this.core = core;
    this.kept = kept;
    this.began = 0;
    this.number = 0;
    this.turnBegan = performance.now();
  }

  /** @param {Record<string, unknown>} question @returns {any} */
  #ask(question) {
    const { rules } = this.kept;
    return this.core.ask({ ask: "game", rules, game: this.number, ...question });
  }

  #seat() {
    if (this.began === this.core.begun && this.number > 0) return;
    const { seed, index, names } = this.kept;
    const dealt = this.#ask({ op: "new", players: names.length, seed, index: index ?? "0" });
    this.began = this.core.begun;
    this.number = dealt.game;
    /** @type {Tile[][]} */
    let table = [];
    for (const line of this.kept.turns) {
      const turn = parseTurn(line, table);
      table = turn.table ?? table;
      for (const move of turn.moves) this.#ask(move);
    }
    if (this.kept.pending) this.#ask({ op: "draw" });
  }

  /** @param {Record<string, unknown>} question @returns {any} */
  ask(question) {
    this.#seat();
    return this.#ask(question);
  }

  /** @returns {State} */
  state() {
    return this.ask({ op: "state" });
  }

  /** @returns {(Turn & { note: string })[]} */
  turns() {
    return this.ask({ op: "turns" }).map((/** @type {Turn} */ turn, /** @type {number} */ i) => ({
      ...turn,
      note: this.kept.notes[i] ?? "",
    }));
  }

  /** The racks as they were dealt.
   * @returns {Tile[][]} */
  deals() {
    const { rules, seed, index, names } = this.kept;
    const ask = (/** @type {Record<string, unknown>} */ question) =>
      this.core.ask({ ask: "game", rules, ...question });
    const { game } = ask({ op: "new", players: names.length, seed, index: index ?? "0" });
    const { racks } = ask({ op: "state", game });
    ask({ op: "away", game });
    return racks;
  }

  /** The turns as lines, with what was noted of them. */
  lines() {
    const { turns, notes } = this.kept;
    return turns.map((line, i) => (notes[i] ? `${line} # ${notes[i]}` : line));
  }

  /** The finished game as text. */
  record() {
    const { rules, seed, index = "0", names, result } = this.kept;
    const told = { rules, seed, index, names, racks: this.deals(), turns: this.lines() };
    return writeRecord({ ...told, result: resultWords(result) });
  }

  /** The same game dealt anew, with none of its turns taken. */
  afresh() {
    return new Table(this.core, { ...this.kept, turns: [], notes: {}, pending: false, result: null });
  }

  /** Takes a turn as its line tells it; gives the judge's ruling where it is refused.
   * @param {string} line */
  retake(line) {
    for (const move of parseTurn(line, this.state().table).moves) {
      const ruling = this.ask(move);
      if (ruling.ok === false) return ruling;
    }
    this.kept.turns.push(line);
    return null;
  }

  /** Its number in the core. */
  seated() {
    this.#seat();
    return this.number;
  }

  /** Takes down what has happened, so that the game can be dealt and played again. */
  note() {
    const state = this.state();
    this.kept.turns = this.ask({ op: "lines" }).split("\n").filter(Boolean);
    this.kept.pending = state.pending.length > 0;
    this.kept.result = state.result;
  }

  /** Seconds since the person's turn began. */
  get spent() {
    return (performance.now() - this.turnBegan) / 1000;
  }

  putAway() {
    if (this.began === this.core.begun && this.number > 0) this.#ask({ op: "away" });
    this.number = 0;
  }
}
