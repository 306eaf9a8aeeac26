// A game being played: the server's view of it, and the table as the player is rearranging it.

import { makeBoard, move, rackOf, relaid, reorder, tableOf } from "../shared/board.js";
import { act, checkTurn, game, hint, isAbort, ServerError } from "../shared/engine.js";
import { order } from "../shared/notation.js";
import { forget, recall, remember } from "../shared/shell.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Board} Board */
/** @typedef {import("../shared/types.js").GameView} GameView */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").Draft} Draft */
/** @typedef {import("../shared/types.js").Hint} Hint */
/** @typedef {import("../shared/board.js").Target} Target */

/**
 * @typedef {object} Shows what the page does when something happens
 * @property {(what: "board" | "all") => void} redraw
 * @property {(event: GameEvent, view: GameView) => Promise<void>} happen shows one turn, and comes back when it has been seen
 * @property {(text: string, kind?: "" | "bad") => void} tell
 */

export class PlayCtrl {
  /** @param {string} id @param {Shows} shows */
  constructor(id, shows) {
    this.id = id;
    this.shows = shows;
    /** @type {GameView | null} */
    this.view = null;
    /** @type {Board} the table and rack as they lie now */
    this.board = makeBoard([], []);
    /** @type {Board} as they lay when the turn began */
    this.base = this.board;
    /** @type {Board[]} */
    this.past = [];
    /** @type {Set<number>} */
    this.selected = new Set();
    /** @type {Set<number>} pieces to point out: just drawn, or laid by the last player */
    this.fresh = new Set();
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {GameEvent | null} the turn being shown */
    this.showing = null;
    this.busy = false;
    /** @type {AbortController | null} */
    this.checking = null;
    /** @type {"colour" | "value"} */
    this.sorting = recall("sort") === "value" ? "value" : "colour";
    /** @type {number} when the clock runs out, by performance.now() */
    this.deadline = Infinity;
  }

  get myTurn() {
    return (
      this.view !== null &&
      !this.view.over &&
      !this.busy &&
      this.view.to_move === this.view.seat &&
      this.view.pending.length === 0
    );
  }
  get choosing() {
    return this.view !== null && !this.busy && !this.view.over && this.view.pending.length > 0;
  }
  get changed() {
    return (
      this.board.melds.some((meld) => meld.pieces.some((each) => this.fromRack.has(each.id))) ||
      tableKey(tableOf(this.board)) !== tableKey(tableOf(this.base))
    );
  }
  get fromRack() {
    return new Set(this.base.rack.map((each) => each.id));
  }
  get laid() {
    const own = this.fromRack;
    return this.board.melds.flatMap((meld) => meld.pieces).filter((each) => own.has(each.id)).length;
  }

  async load() {
    const view = await game(this.id);
    this.#settle(view, null);
    this.#restoreDraft();
  }

  /** Takes the server's view as the state of the game.
   * @param {GameView} view @param {Board | null} from the board the tiles come from */
  #settle(view, from) {
    this.view = view;
    const known = from ? rackOf(from) : sorted(view.rack, this.sorting);
    const kept = keepOrder(known, view.rack, this.sorting);
    const old = new Set((from ?? this.board).rack.map((each) => each.id));
    this.board = relaid(from ?? this.board, view.table, kept);
    this.base = this.board;
    this.past = [];
    this.selected = new Set();
    this.hint = null;
    this.draft = null;
    this.showing = null;
    this.fresh = from
      ? new Set([
          ...this.fresh,
          ...this.board.rack.filter((each) => !old.has(each.id)).map((each) => each.id),
        ])
      : new Set();
    this.deadline = view.clock && !view.over ? performance.now() + view.clock.left * 1000 : Infinity;
    this.busy = false;
    this.shows.redraw("all");
    this.check();
  }

  // Moving tiles during the turn

  /** @param {number[]} ids @param {Target} target */
  move(ids, target) {
    if (!this.myTurn) return;
    const own = this.fromRack;
    if (target.to === "rack" && ids.some((id) => !own.has(id))) {
      this.shows.tell("Tiles on the table stay on the table.", "bad");
      return;
    }
    this.#lay(move(this.board, ids, target));
  }

  /** @param {Board} board */
  #lay(board) {
    this.past.push(this.board);
    this.board = board;
    this.selected = new Set();
    this.fresh = new Set();
    this.#saveDraft();
    this.shows.redraw("board");
    this.check();
  }

  /** One move back. */
  undo() {
    const board = this.past.pop();
    if (!board) return;
    this.board = board;
    this.selected = new Set();
    this.#saveDraft();
    this.shows.redraw("board");
    this.check();
  }

  /** The whole turn back. */
  undoTurn() {
    if (!this.changed) return;
    this.#lay({
      melds: this.base.melds,
      rack: [...this.base.rack].sort((a, b) => order(this.sorting)(a.tile, b.tile)),
    });
  }

  /** @param {"colour" | "value"} by */
  sort(by) {
    this.sorting = by;
    remember("sort", by);
    const compare = order(by);
    this.board = { ...this.board, rack: [...this.board.rack].sort((a, b) => compare(a.tile, b.tile)) };
    this.shows.redraw("board");
  }

  /** @param {"colour" | "value"} by whether the rack lies as the button would lay it */
  isSorted(by) {
    return this.sorting === by && rackOf(this.board).join() === sorted(rackOf(this.board), by).join();
  }

  /** @param {number} id */
  toggle(id) {
    if (!this.myTurn) return;
    if (this.selected.has(id)) this.selected.delete(id);
    else this.selected.add(id);
    this.shows.redraw("board");
  }

  unselect() {
    this.selected = new Set();
    this.shows.redraw("board");
  }

  async check() {
    this.checking?.abort();
    if (!this.view || this.view.over || this.busy) return;
    const request = new AbortController();
    this.checking = request;
    try {
      const draft = await checkTurn(this.id, tableOf(this.board), request.signal);
      if (request.signal.aborted) return;
      this.draft = draft;
      this.board = {
        ...this.board,
        melds: this.board.melds.map((meld, i) => {
          const check = draft.melds[i];
          return { ...(check?.legal ? reorder(meld, check.tiles) : meld), check: check ?? null };
        }),
      };
      this.shows.redraw("board");
    } catch (error) {
      if (!isAbort(error)) this.#trouble(error);
    }
  }

  // Ending the turn

  play() {
    return this.#act("play", { table: tableOf(this.board) });
  }
  draw() {
    return this.#act("draw", {}, true);
  }
  timeOut() {
    return this.#act("time-out", { table: tableOf(this.board) }, true);
  }
  /** @param {Tile} tile */
  keep(tile) {
    return this.#act("keep", { tile }, true);
  }
  /** @param {Tile} tile */
  take(tile) {
    return this.#act("take", { tile }, true);
  }

  /** @param {string} action @param {Record<string, unknown>} body @param {boolean} [resets] the tiles laid in the turn go back first */
  async #act(action, body, resets = false) {
    if (!this.view || this.busy || this.view.over) return;
    this.busy = true;
    this.selected = new Set();
    this.shows.redraw("all");
    try {
      const view = await act(this.id, action, { ...body, turn: this.view.turn });
      forget(`draft.${this.id}`);
      if (resets && action !== "time-out")
        this.board = relaid(
          this.board,
          tableOf(this.base),
          keepOrder(rackOf(this.board), rackOf(this.base), this.sorting),
        );
      await this.#watch(view);
    } catch (error) {
      this.busy = false;
      if (
        error instanceof ServerError &&
        (error.problem.code === "not-now" || error.problem.code === "bad-move")
      ) {
        this.shows.tell(error.message, "bad");
        await this.load();
      } else this.#trouble(error);
      this.shows.redraw("all");
    }
  }

  /** Shows what has happened since, turn by turn, and then what is.
   * @param {GameView} view */
  async #watch(view) {
    const before = /** @type {GameView} */ (this.view);
    /** @type {number[]} */
    let drawn = [];
    for (const event of view.events) {
      const mine = event.player === view.seat;
      const was = new Map(this.board.melds.flatMap((meld) => meld.pieces.map((each) => [each.id, true])));
      const rack = mine
        ? without(rackOf(this.base), event.played).concat(
            event.drawn,
            event.action === "take" && event.river ? [event.river] : [],
          )
        : rackOf(this.board);
      const known = this.board;
      this.board = relaid(known, event.table, mine ? keepOrder(rackOf(known), rack, this.sorting) : rack);
      // What was drawn stays pointed out while the others play, and what the last of them laid.
      if (mine)
        drawn = this.board.rack
          .filter((each) => !known.rack.includes(each) && !was.has(each.id))
          .map((each) => each.id);
      const laid = mine
        ? []
        : this.board.melds
            .flatMap((meld) => meld.pieces)
            .filter((each) => !was.has(each.id))
            .map((each) => each.id);
      this.fresh = new Set([...drawn, ...laid]);
      const player = before.players[event.player];
      if (player) {
        player.tiles += event.drawn_count + (event.action === "take" ? 1 : 0) - event.played.length;
        player.opened ||= event.action === "play";
      }
      before.pool = Math.max(
        0,
        before.pool -
          (event.action === "draw" || event.action === "forfeit"
            ? event.drawn_count + (event.river ? 1 : 0)
            : 0),
      );
      before.log.push(event);
      this.showing = event;
      this.draft = null;
      this.shows.redraw("all");
      await this.shows.happen(event, view);
    }
    this.#settle(view, this.board);
  }

  /** @param {1 | 2 | 3} tier */
  async askHint(tier) {
    if (!this.view || !this.myTurn) return;
    if (this.changed) this.undoTurn();
    try {
      this.hint = await hint(this.id, this.view.turn, tier);
      this.shows.redraw("all");
    } catch (error) {
      this.#trouble(error);
    }
  }

  /** Lays the hinted play on the table, to be looked at and played. */
  useHint() {
    const hint = this.hint;
    if (!hint?.table || !hint.played) return;
    this.#lay(relaid(this.base, hint.table, without(rackOf(this.base), hint.played)));
  }

  /** @param {unknown} error */
  #trouble(error) {
    this.shows.tell(
      error instanceof ServerError ? error.message : "The server does not answer. Is it still running?",
      "bad",
    );
  }

  // The turn survives a closed tab

  #saveDraft() {
    if (!this.view) return;
    remember(
      `draft.${this.id}`,
      JSON.stringify({ turn: this.view.turn, table: tableOf(this.board), rack: rackOf(this.board) }),
    );
  }

  #restoreDraft() {
    try {
      const draft = JSON.parse(recall(`draft.${this.id}`) ?? "null");
      if (!draft || draft.turn !== this.view?.turn) return;
      const all = [...draft.table.flat(), ...draft.rack].sort();
      if (all.join() !== [...tableOf(this.base).flat(), ...rackOf(this.base)].sort().join()) return;
      this.#lay(relaid(this.base, draft.table, draft.rack));
    } catch {
      forget(`draft.${this.id}`);
    }
  }
}

/** @param {Tile[]} tiles @param {"colour" | "value"} by */
const sorted = (tiles, by) => [...tiles].sort(order(by));

/** @param {Tile[]} tiles @param {Tile[]} gone */
function without(tiles, gone) {
  const left = [...tiles];
  for (const tile of gone) {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** The wanted tiles: sorted if they were; if the player has an order of their own in that order, and what is new to the right.
 * @param {Tile[]} known @param {Tile[]} wanted @param {"colour" | "value"} by */
function keepOrder(known, wanted, by) {
  if (known.join() === sorted(known, by).join()) return sorted(wanted, by);
  const left = [...wanted];
  const kept = known.filter((tile) => {
    const at = left.indexOf(tile);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  });
  return [...kept, ...left];
}

/** @param {Tile[][]} table */
const tableKey = (table) =>
  table
    .map((meld) => [...meld].sort().join(" "))
    .sort()
    .join("|");
