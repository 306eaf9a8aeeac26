// A game being played: the engine's view of it, and the table as the player is rearranging it.

import { inPlace, makeBoard, move, rackOf, relaid, reorder, tableOf } from "../shared/board.js";
import { act, checkTurn, game, hint, isAbort, live, ServerError } from "../shared/engine.js";
import { order } from "../shared/notation.js";
import { forget, recall, remember } from "../shared/shell.js";
import { marksOn } from "../shared/walk.js";
import { boardsOfTurn } from "./turns.js";
import { inWords, notOpenedWords } from "./words.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Board} Board */
/** @typedef {import("../shared/types.js").GameView} GameView */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").Draft} Draft */
/** @typedef {import("../shared/types.js").Hint} Hint */
/** @typedef {import("../shared/board.js").Target} Target */
/** @typedef {{ event: GameEvent, words: string, step: number, steps: number }} Showing the turn being shown, and how far */

/**
 * @typedef {object} Shows what the page does when something happens
 * @property {(what: "board" | "all") => void} redraw
 * @property {(showing: Showing, view: GameView) => Promise<void>} happen shows a step of a turn, and comes back when it has been seen
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
    /** @type {Set<number>} pieces that were just drawn */
    this.drawn = new Set();
    /** @type {GameEvent[]} what the others did since the player's last turn */
    this.round = [];
    /** @type {Board} the table as the player left it: what changed since is pointed out until the turn ends */
    this.left = this.board;
    /** @type {Draft | null} */
    this.draft = null;
    /** @type {Hint | null} */
    this.hint = null;
    /** @type {Showing | null} */
    this.showing = null;
    this.busy = false;
    /** @type {AbortController | null} */
    this.checking = null;
    /** @type {"colour" | "value"} */
    this.sorting = recall("sort") === "value" ? "value" : "colour";
    /** @type {number} when the clock runs out, by performance.now() */
    this.deadline = Infinity;
    /** The last turn that the others' chairs have told of. */
    this.told = 0;
    this.connected = true;
  }

  /** Whether other people sit at the table. */
  get shared() {
    return (this.view?.players.filter((player) => player.agent === null).length ?? 0) > 1;
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
    return this.board.melds.flatMap((meld) => meld.pieces).filter((each) => own.has(each.id));
  }
  /** Whether all that is selected lies on the rack. */
  get holdsRackTiles() {
    const racked = new Set(this.board.rack.map((each) => each.id));
    return this.selected.size > 0 && [...this.selected].every((id) => racked.has(id));
  }
  get opened() {
    return this.view?.players[this.view.seat]?.opened ?? false;
  }

  /** What to point out: what the others laid and moved, what the player lays, what was drawn. */
  get marks() {
    const own = this.fromRack;
    const marks = marksOn(this.left, this.showing ? this.board : this.base);
    for (const [id, mark] of marks) if (mark === "fresh") marks.set(id, "theirs");
    if (!this.showing)
      for (const meld of this.board.melds)
        for (const each of meld.pieces) if (own.has(each.id)) marks.set(each.id, "fresh");
    for (const id of this.drawn) marks.set(id, "fresh");
    return marks;
  }

  async load() {
    const view = await game(this.id);
    const seen = Number(recall(`seen.${this.id}`) ?? "0");
    const [first] = view.events;
    const start = first ? first.before : view.table;
    this.board = makeBoard(start, sorted(view.rack, this.sorting));
    this.base = this.left = this.board;
    this.round = view.events;
    const missed = view.events.filter((event) => event.number >= seen);
    for (const event of view.events.slice(0, view.events.length - missed.length))
      this.board = inPlace(this.board, event.table, rackOf(this.board));
    this.view = missed.length > 0 ? asItWas(view, missed) : view;
    this.told = view.turn;
    await this.#watch(view, missed);
    this.#restoreDraft();
  }

  /** Listens to what happens at a table with other people. */
  listen() {
    if (!this.shared) return;
    live(
      this.id,
      ({ turn, here, joined }) => {
        this.told = Math.max(this.told, turn);
        for (const [seat, player] of (this.view?.players ?? []).entries())
          Object.assign(player, { here: here[seat], joined: joined[seat] });
        this.shows.redraw("all");
        this.catchUp();
      },
      (well) => {
        this.connected = well;
        this.shows.redraw("all");
      },
    );
  }

  /** Shows what the others have done meanwhile. */
  async catchUp() {
    if (!this.view || this.busy || this.told <= this.view.turn) return;
    this.busy = true;
    try {
      const view = await game(this.id, this.view.turn);
      await this.#watch(view, view.events);
    } catch (error) {
      this.busy = false;
      this.#trouble(error);
    }
  }

  /** Takes the engine's view as the state of the game.
   * @param {GameView} view */
  #settle(view) {
    this.view = view;
    const kept = keepOrder(rackOf(this.board), view.rack, this.sorting);
    const old = new Set(this.board.rack.map((each) => each.id));
    this.board = inPlace(this.board, view.table, kept);
    for (const each of this.board.rack) if (!old.has(each.id)) this.drawn.add(each.id);
    this.base = this.board;
    this.past = [];
    this.selected = new Set();
    this.hint = null;
    this.draft = null;
    this.showing = null;
    this.deadline = view.clock && !view.over ? performance.now() + view.clock.left * 1000 : Infinity;
    this.busy = false;
    remember(`seen.${this.id}`, String(view.turn));
    this.shows.redraw("all");
    this.check();
    this.catchUp();
  }

  // Moving tiles during the turn

  /** @param {number[]} ids @param {Target} target */
  move(ids, target) {
    if (!this.view || this.view.over) return;
    const own = this.fromRack;
    const racked = new Set(this.board.rack.map((each) => each.id));
    if (target.to === "rack" && ids.every((id) => racked.has(id))) {
      // The own rack may be put in order at any time.
      this.board = move(this.board, ids, target);
      this.selected = new Set();
      if (this.myTurn) this.#saveDraft();
      this.shows.redraw("board");
      return;
    }
    if (!this.myTurn) return;
    if (target.to === "rack" && ids.some((id) => !own.has(id))) {
      this.shows.tell("Tiles on the table stay on the table.", "bad");
      return;
    }
    if (!this.opened && !this.view.rules.opening_then_table && this.#touchesTable(ids, target)) {
      this.shows.tell(notOpenedWords(this.view.rules.opening_points), "bad");
      return;
    }
    this.#lay(move(this.board, ids, target));
  }

  /** @param {number[]} ids @param {Target} target */
  #touchesTable(ids, target) {
    const old = new Set(this.base.melds.flatMap((meld) => meld.pieces.map((each) => each.id)));
    const meld = this.board.melds.find((each) => target.to === "meld" && each.key === target.key);
    return ids.some((id) => old.has(id)) || meld?.pieces.some((each) => old.has(each.id));
  }

  /** @param {Board} board */
  #lay(board) {
    this.past.push(this.board);
    this.board = board;
    this.selected = new Set();
    this.drawn = new Set();
    this.#saveDraft();
    this.shows.redraw("all");
    this.check();
  }

  /** One move back. */
  undo() {
    const board = this.past.pop();
    if (!board || !this.myTurn) return;
    this.board = board;
    this.selected = new Set();
    this.#saveDraft();
    this.shows.redraw("all");
    this.check();
  }

  /** The whole turn back. */
  undoTurn() {
    if (!this.changed || !this.myTurn) return;
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
    if (!this.view || this.view.over || this.busy || this.view.to_move !== this.view.seat) return;
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
          if (!check) return { ...meld, check: null };
          const reason = check.reason && inWords(check.reason);
          return { ...(check.legal ? reorder(meld, check.tiles) : meld), check: { ...check, reason } };
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
      if (resets && action !== "time-out") this.#takeBack();
      await this.#watch(view, view.events);
    } catch (error) {
      this.busy = false;
      if (
        error instanceof ServerError &&
        (error.problem.code === "not-now" || error.problem.code === "bad-move")
      ) {
        this.shows.tell(inWords(error.message), "bad");
        await this.load();
      } else this.#trouble(error);
      this.shows.redraw("all");
    }
  }

  #takeBack() {
    const rack = keepOrder(rackOf(this.board), rackOf(this.base), this.sorting);
    this.board = inPlace(this.board, tableOf(this.base), rack);
  }

  // Following the others

  /** Shows what has happened since, turn by turn, and then what is.
   * @param {GameView} view @param {GameEvent[]} events */
  async #watch(view, events) {
    this.busy = true;
    for (const event of events) {
      if (event.player === view.seat) this.#ownTurn(event);
      else {
        this.round.push(...(this.round.includes(event) ? [] : [event]));
        await this.#show(event, view);
      }
      this.#count(event);
    }
    this.#settle(view);
  }

  /** The player's turn is over: what was pointed out has been seen.
   * @param {GameEvent} event */
  #ownTurn(event) {
    const taken = event.action === "take" && event.river ? [event.river] : [];
    const rack = without(rackOf(this.base), event.played).concat(event.drawn, taken);
    const known = new Set([...this.board.melds.flatMap((meld) => meld.pieces), ...this.board.rack]);
    this.board = inPlace(this.board, event.table, keepOrder(rackOf(this.board), rack, this.sorting));
    this.drawn = new Set(this.board.rack.filter((each) => !known.has(each)).map((each) => each.id));
    this.base = this.left = this.board;
    this.round = [];
    this.draft = null;
  }

  /** One turn of another player, step by step.
   * @param {GameEvent} event @param {GameView} view */
  async #show(event, view) {
    this.draft = null;
    const steps = boardsOfTurn(this.board, event, view.rules.min_meld);
    for (const [i, { board, words }] of steps.entries()) {
      this.board = board;
      this.showing = { event, words, step: i + 1, steps: steps.length };
      this.shows.redraw("all");
      await this.shows.happen(this.showing, view);
    }
    this.board = inPlace(this.board, event.table, rackOf(this.board));
  }

  /** The others' last turns once more, from the table as the player left it.
   * Whatever the player has laid meanwhile lies there again afterwards. */
  async showAgain() {
    if (!this.view || this.busy || this.round.length === 0) return;
    const view = this.view;
    const { board, base, past, draft, hint: told } = this;
    this.busy = true;
    this.board = { melds: this.left.melds, rack: base.rack };
    for (const event of this.round) await this.#show(event, view);
    Object.assign(this, { busy: false, showing: null });
    // The tiles that were shown coming are others than those that lie there: the table is as it was.
    Object.assign(this, { board, base, past, draft, hint: told });
    this.shows.redraw("all");
  }

  /** Keeps the figures around the table up to what has been shown.
   * @param {GameEvent} event */
  #count(event) {
    const view = this.view;
    if (!view) return;
    const player = view.players[event.player];
    if (player) {
      player.tiles += event.drawn_count + (event.action === "take" ? 1 : 0) - event.played.length;
      player.opened ||= event.action === "play";
    }
    const gone = event.action === "draw" || event.action === "forfeit";
    if (gone) view.pool = Math.max(0, view.pool - event.drawn_count - (event.river ? 1 : 0));
    view.log.push(event);
  }

  // Hints

  /** How the hint stands to what the player has laid. */
  get hintLaid() {
    const wanted = [...(this.hint?.played ?? [])];
    const other = this.laid.map((each) => each.tile).filter((tile) => !taken(wanted, tile));
    return { left: wanted, other };
  }

  /** @param {1 | 2 | 3} tier */
  async askHint(tier) {
    if (!this.view || !this.myTurn) return;
    try {
      this.hint = await hint(this.id, this.view.turn, tier);
      this.shows.redraw("all");
    } catch (error) {
      this.#trouble(error);
    }
  }

  /** Lays the hinted play on the table, to be looked at and played. */
  useHint() {
    const found = this.hint;
    if (!found?.table || !found.played) return;
    this.#lay(inPlace(this.base, found.table, without(rackOf(this.base), found.played)));
  }

  /** @param {unknown} error */
  #trouble(error) {
    this.shows.tell(
      error instanceof ServerError
        ? inWords(error.message)
        : "The server does not answer. Is it still running?",
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

/** The view from before some turns, so that they can be shown: figures and log without them.
 * @param {GameView} view @param {GameEvent[]} events @returns {GameView} */
function asItWas(view, events) {
  const players = view.players.map((player) => ({ ...player }));
  let { pool } = view;
  for (const event of events) {
    const player = players[event.player];
    if (player) {
      player.tiles -= event.drawn_count + (event.action === "take" ? 1 : 0) - event.played.length;
      if (event.opening) player.opened = false;
    }
    if (event.action === "draw" || event.action === "forfeit")
      pool += event.drawn_count + (event.river ? 1 : 0);
  }
  const log = view.log.slice(0, view.log.length - events.length);
  return { ...view, players, pool, log, over: false, turn: view.turn - events.length };
}

/** Takes a tile out of a list, if it is there.
 * @param {Tile[]} tiles @param {Tile} tile */
function taken(tiles, tile) {
  const at = tiles.indexOf(tile);
  if (at >= 0) tiles.splice(at, 1);
  return at >= 0;
}

/** @param {Tile[]} tiles @param {"colour" | "value"} by */
const sorted = (tiles, by) => [...tiles].sort(order(by));

/** @param {Tile[]} tiles @param {Tile[]} gone */
function without(tiles, gone) {
  const left = [...tiles];
  for (const tile of gone) taken(left, tile);
  return left;
}

/** The wanted tiles: sorted if they were; if the player has an order of their own in that order, and what is new to the right.
 * @param {Tile[]} known @param {Tile[]} wanted @param {"colour" | "value"} by */
function keepOrder(known, wanted, by) {
  if (known.join() === sorted(known, by).join()) return sorted(wanted, by);
  const left = [...wanted];
  const kept = known.filter((tile) => taken(left, tile));
  return [...kept, ...left];
}

/** @param {Tile[][]} table */
const tableKey = (table) =>
  table
    .map((meld) => [...meld].sort().join(" "))
    .sort()
    .join("|");
