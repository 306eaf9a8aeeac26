// A puzzle being solved: the board as it lies, what is wrong with it, the hints taken.

import { makeBoard, move, piecesOf, rackOf, relaid, reorder, tableOf } from "../shared/board.js";
import { check, isAbort, ServerError, solve } from "../shared/engine.js";
import { order, printPosition } from "../shared/notation.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Board} Board */
/** @typedef {import("../shared/types.js").Check} Check */
/** @typedef {import("../shared/types.js").Solution} Solution */
/** @typedef {import("../shared/board.js").Target} Target */
/** @typedef {import("./book.js").Puzzle} Puzzle */

/** @typedef {{ text: string, marks: Tile[], melds: number[] }} Told what a hint says, and what it points at */

export class PuzzleCtrl {
  /** @param {{ redraw: () => void, solved: () => void, tell: (text: string, kind?: "" | "bad") => void }} shows */
  constructor(shows) {
    this.shows = shows;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** @type {Board} */
    this.board = makeBoard([], []);
    /** @type {Board} as it was given */
    this.base = this.board;
    /** @type {Board[]} */
    this.past = [];
    /** @type {Set<number>} */
    this.selected = new Set();
    /** @type {Check | null} */
    this.check = null;
    /** @type {AbortController | null} */
    this.checking = null;
    /** @type {Told[]} */
    this.told = [];
    this.hints = 0;
    this.tries = 0;
    this.over = false;
    this.shown = false;
    this.began = 0;
    /** @type {number | null} seconds it took */
    this.took = null;
    /** @type {string} words about the last try */
    this.verdict = "";
    /** @type {Promise<Solution> | null} */
    this.solution = null;
  }

  /** @param {Puzzle} puzzle */
  start(puzzle) {
    this.puzzle = puzzle;
    this.board = makeBoard(puzzle.table, [...puzzle.rack].sort(order("colour")));
    this.base = this.board;
    this.past = [];
    this.selected = new Set();
    this.check = null;
    this.told = [];
    this.hints = this.tries = 0;
    this.over = this.shown = false;
    this.took = null;
    this.verdict = "";
    this.solution = null;
    this.began = performance.now();
    this.shows.redraw();
  }

  /** @returns {Set<number>} the pieces that came from the rack */
  get own() {
    return new Set(this.base.rack.map((each) => each.id));
  }

  get laid() {
    const own = this.own;
    return this.board.melds.flatMap((meld) => meld.pieces).filter((each) => own.has(each.id));
  }

  get changed() {
    return this.past.length > 0;
  }

  /** @param {number[]} ids @param {Target} target */
  move(ids, target) {
    if (this.over) return;
    const own = this.own;
    if (target.to === "rack" && ids.some((id) => !own.has(id))) {
      this.shows.tell("Tiles on the table stay on the table.", "bad");
      this.selected = new Set();
      this.shows.redraw();
      return;
    }
    this.#lay(move(this.board, ids, target));
  }

  /** @param {Board} board */
  #lay(board) {
    this.past.push(this.board);
    this.board = board;
    this.selected = new Set();
    this.verdict = "";
    this.shows.redraw();
    this.#judge();
  }

  undo() {
    const board = this.past.pop();
    if (!board || this.over) return;
    this.board = board;
    this.selected = new Set();
    this.verdict = "";
    this.shows.redraw();
    this.#judge();
  }

  reset() {
    if (!this.changed || this.over) return;
    this.#lay(this.base);
    this.past = [];
    this.shows.redraw();
  }

  /** @param {number} id */
  toggle(id) {
    if (this.over) return;
    const selected = new Set(this.selected);
    if (!selected.delete(id)) selected.add(id);
    this.selected = selected;
    this.shows.redraw();
  }

  unselect() {
    this.selected = new Set();
    this.shows.redraw();
  }

  async #judge() {
    this.checking?.abort();
    const request = new AbortController();
    this.checking = request;
    try {
      const found = await check({ table: tableOf(this.board), rack: rackOf(this.board) }, request.signal);
      if (request.signal.aborted) return;
      this.check = found;
      this.board = {
        ...this.board,
        melds: this.board.melds.map((meld, i) => {
          const said = found.melds[i];
          return { ...(said?.legal ? reorder(meld, said.tiles) : meld), check: said ?? null };
        }),
      };
      if (found.ok && this.puzzle?.kind !== "wait" && this.board.rack.length === 0) this.#win();
      this.shows.redraw();
    } catch (error) {
      if (isAbort(error)) return;
      this.shows.tell(error instanceof ServerError ? error.message : "The engine does not answer.", "bad");
    }
  }

  #win() {
    if (this.over) return;
    this.over = true;
    this.took = (performance.now() - this.began) / 1000;
    this.selected = new Set();
    this.shows.solved();
  }

  // Play or wait?

  /** Whether the tiles that are laid could be played. */
  get mayPlay() {
    return !this.over && this.laid.length > 0 && this.check?.ok === true;
  }

  /** @param {boolean} pass */
  decide(pass) {
    const puzzle = this.puzzle;
    if (!puzzle || this.over || (!pass && !this.mayPlay)) return;
    const laid = pass ? [] : this.laid.map((each) => each.tile);
    if ([...laid].sort().join() === [...puzzle.answer].sort().join()) {
      this.#win();
    } else {
      this.tries += 1;
      this.verdict = pass
        ? "Not so: after a pass the other player wins."
        : "That can be laid, but then the other player wins.";
    }
    this.shows.redraw();
  }

  // Hints

  /** @returns {Promise<Solution>} */
  #solve() {
    const puzzle = /** @type {Puzzle} */ (this.puzzle);
    this.solution ??= solve({ position: printPosition(puzzle.table, puzzle.answer) });
    return this.solution;
  }

  async hint() {
    const puzzle = this.puzzle;
    if (!puzzle || this.over) return;
    this.hints += 1;
    const told =
      puzzle.answer.length === 0 ? passHint(this.hints) : layHint(this.hints, puzzle, await this.#solve());
    if (told) this.told = [...this.told, told];
    else await this.show();
    this.shows.redraw();
  }

  /** The whole answer, laid out. */
  async show() {
    const puzzle = this.puzzle;
    if (!puzzle || this.over) return;
    this.shown = true;
    if (puzzle.answer.length === 0) this.verdict = "The answer is to pass.";
    else {
      const found = await this.#solve();
      const left = [...puzzle.rack];
      for (const tile of found.played) left.splice(left.indexOf(tile), 1);
      this.past.push(this.board);
      this.board = relaid(this.base, found.table, left);
    }
    this.#win();
    this.shows.redraw();
  }

  /** What the hints point at: pieces with their marks. */
  marks() {
    /** @type {Map<number, string>} */
    const marks = new Map();
    const own = this.own;
    for (const meld of this.board.melds)
      for (const each of meld.pieces) if (own.has(each.id)) marks.set(each.id, "fresh");
    const last = this.told.at(-1);
    if (!last || this.over) return marks;
    const touched = new Set(
      last.melds.flatMap((at) => this.base.melds[at]?.pieces.map((each) => each.id) ?? []),
    );
    const wanted = [...last.marks];
    for (const each of piecesOf(this.board)) {
      const at = wanted.indexOf(each.tile);
      if (touched.has(each.id)) marks.set(each.id, "hinted");
      else if (at >= 0) {
        wanted.splice(at, 1);
        marks.set(each.id, "hinted");
      }
    }
    return marks;
  }
}

/** @param {number} hints @returns {Told | null} */
const passHint = (hints) =>
  hints === 1
    ? { text: "Count what the other player can still lay after each of your plays.", marks: [], melds: [] }
    : null;

/** More and more: how much must be touched; which melds; one meld of the end; then the answer.
 * @param {number} hints @param {Puzzle} puzzle @param {Solution} found @returns {Told | null} */
function layHint(hints, puzzle, found) {
  const key = (/** @type {Tile[]} */ meld) => [...meld].sort().join();
  const ends = found.table.map(key);
  const touched = puzzle.table.flatMap((meld, at) => {
    const stays = ends.indexOf(key(meld));
    if (stays < 0) return [at];
    ends.splice(stays, 1);
    return [];
  });
  const stayed = new Set(puzzle.table.filter((_, at) => !touched.includes(at)).map(key));
  const fresh = found.table.filter((meld) => !stayed.has(key(meld)));
  const count = touched.length;
  if (hints === 1)
    return {
      text:
        puzzle.kind === "wait"
          ? `It is a play: ${puzzle.answer.length === 1 ? "one tile" : `${puzzle.answer.length} tiles`}.`
          : count === 0
            ? "No meld of the table needs to change."
            : `${count === 1 ? "One meld" : `${count} melds`} of the table must change; the others can stay.`,
      marks: [],
      melds: [],
    };
  if (hints === 2)
    return puzzle.kind === "wait"
      ? { text: "These are the tiles to lay.", marks: puzzle.answer, melds: [] }
      : { text: count === 1 ? "This meld changes." : "These melds change.", marks: [], melds: touched };
  const longest = [...fresh].sort((a, b) => b.length - a.length)[0];
  if (hints === 3 && longest && fresh.length > 1)
    return { text: `One of the melds at the end is ${longest.join(" ")}.`, marks: longest, melds: [] };
  return null;
}
