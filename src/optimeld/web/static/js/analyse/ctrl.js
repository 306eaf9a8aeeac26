// The state of the analysis page and everything that changes it. The view only shows it.

import { makeBoard, move, piece, put, rackOf, relaid, reorder, tableOf } from "../shared/board.js";
import { analyse, isAbort, rebuild, ServerError } from "../shared/engine.js";
import { isComplete, mayShareMeld } from "../shared/melds.js";
import {
  copiesOf,
  isJoker,
  LETTERS,
  order,
  parsePosition,
  printPosition,
  numberOf,
} from "../shared/notation.js";
import { differences, RETAIL } from "../shared/rules.js";
import { framesOf } from "../shared/steps.js";
import { recall, remember } from "../shared/shell.js";
import { fromUrl, toUrl } from "../shared/url.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Board} Board */
/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("../shared/types.js").Check} Check */
/** @typedef {import("../shared/types.js").Solution} Solution */
/** @typedef {import("../shared/types.js").Outs} Outs */
/** @typedef {import("../shared/board.js").Target} Target */
/** @typedef {{ board: Board, rules: Rules, opening: boolean, objective: "tiles" | "value" }} Layout */

/** How long a tile that is added waits for its answer, so that both are drawn at once: one frame in place of two. */
const TOGETHER_MS = 16;

export class AnalyseCtrl {
  /** @param {import("../shared/parts.js").Redraw} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Layout} */
    this.layout = { board: makeBoard([], []), rules: RETAIL, opening: false, objective: "tiles" };
    /** @type {Layout[]} */
    this.past = [];
    /** @type {Layout[]} */
    this.future = [];
    /** @type {Set<number>} */
    this.selected = new Set();
    /** @type {number | "rack" | "new"} where the picker's tiles go */
    this.active = "rack";
    /** @type {Check | null} */
    this.check = null;
    /** @type {Solution | null} */
    this.solution = null;
    /** @type {Solution[] | null} */
    this.alternatives = null;
    /** @type {Outs | null} */
    this.outs = null;
    /** @type {string | null} */
    this.trouble = null;
    this.waiting = false;
    /** @type {number} which alternative is shown; 0 is the best play */
    this.chosen = 0;
    /** @type {number | null} the picture of the chosen play on the board; null: the position itself */
    this.frame = null;
    /** @type {number | null} the alternative under the pointer */
    this.hovered = null;
    /** @type {Tile[][] | null} the table of something to do that is looked at */
    this.looked = null;
    /** @type {string} the others at the table, as the address has them */
    this.others = new URLSearchParams(location.search).get("vs") ?? "";
    /** @type {AbortController | null} */
    this.request = null;
    this.typing = false;
    this.timer = 0;
    /** @type {number} runs while an edit waits to be shown */
    this.unshown = 0;
  }

  get board() {
    return this.layout.board;
  }
  get rules() {
    return this.layout.rules;
  }
  get notation() {
    return printPosition(tableOf(this.board), rackOf(this.board));
  }

  /** The play whose steps are shown. */
  get play() {
    return this.chosen === 0 ? this.solution : (this.alternatives?.[this.chosen] ?? this.solution);
  }

  /** Whether the best play lays the whole rack. */
  get wins() {
    return this.solution !== null && this.solution.tiles > 0 && this.solution.remaining.length === 0;
  }

  // Editing

  /** @param {Partial<Layout>} changes @param {{ typing?: boolean, together?: boolean }} [how] `together`: shown with its answer, if that comes at once */
  edit(changes, { typing = false, together = typing } = {}) {
    // What is typed in one go is undone in one go.
    if (!(typing && this.typing)) this.past.push(this.layout);
    this.typing = typing;
    this.future = [];
    this.#show({ ...this.layout, ...changes }, together);
  }

  /** @param {Layout} layout @param {boolean} [together] */
  #show(layout, together = false) {
    this.layout = layout;
    this.selected = new Set();
    if (typeof this.active === "number" && !layout.board.melds.some((meld) => meld.key === this.active))
      this.active = "new";
    this.#remember();
    this.#ask();
    clearTimeout(this.unshown);
    if (together) this.unshown = window.setTimeout(() => this.#redrawNow(), TOGETHER_MS);
    else this.#redrawNow();
  }

  #redrawNow() {
    clearTimeout(this.unshown);
    this.unshown = 0;
    this.redraw();
  }

  undo() {
    const layout = this.past.pop();
    if (!layout) return;
    this.future.push(this.layout);
    this.typing = false;
    this.#show(layout);
  }

  redo() {
    const layout = this.future.pop();
    if (!layout) return;
    this.past.push(this.layout);
    this.typing = false;
    this.#show(layout);
  }

  clear() {
    this.edit({ board: makeBoard([], []) });
    this.setActive("rack");
  }

  /** @param {string} text */
  type(text) {
    const { table, rack } = parsePosition(text, this.rules);
    this.edit({ board: relaid(this.board, table, rack) }, { typing: true });
  }

  /** How many of each kind of tile are on the board. */
  used() {
    /** @type {Map<Tile, number>} */
    const used = new Map();
    for (const tile of [...tableOf(this.board).flat(), ...rackOf(this.board)])
      used.set(tile, (used.get(tile) ?? 0) + 1);
    return used;
  }

  /** Adds a tile from the picker.
   * @param {Tile} tile @param {Target} [target] */
  add(tile, target) {
    if ((this.used().get(tile) ?? 0) >= copiesOf(tile, this.rules)) return;
    this.stopPreview();
    const to = target ?? this.#placeFor([tile]);
    const board = put(this.board, [piece(tile)], to);
    if (to.to === "new") this.active = board.melds.at(-1)?.key ?? "new";
    this.edit({ board }, { together: true });
  }

  /** Adds several tiles at once: a sweep over the picker.
   * @param {Tile[]} tiles */
  addAll(tiles) {
    const used = this.used();
    const left = tiles.filter((tile) => (used.get(tile) ?? 0) < copiesOf(tile, this.rules));
    if (left.length === 0) return;
    this.stopPreview();
    const to = this.#placeFor(left);
    const board = put(this.board, left.map(piece), to);
    if (to.to === "new") this.active = board.melds.at(-1)?.key ?? "new";
    this.edit({ board }, { together: true });
  }

  /** Where tiles of the picker go: to the rack, or to the meld being laid while they fit into it. A complete meld
   * is left alone by what does not belong to it, so that the next one begins by itself.
   * @param {Tile[]} tiles @returns {Target} */
  #placeFor(tiles) {
    const active = this.active;
    if (active === "rack" || active === "new") return { to: active };
    const meld = this.board.melds.find((each) => each.key === active);
    const lying = meld?.pieces.map((each) => each.tile) ?? [];
    const together = [...lying, ...tiles];
    if (mayShareMeld(together, this.rules)) return { to: "meld", key: active };
    return isComplete(lying, this.rules) || isComplete(tiles, this.rules)
      ? { to: "new" }
      : { to: "meld", key: active };
  }

  /** Takes the meld that is being laid off the board. */
  removeMeld() {
    const meld = this.board.melds.find((each) => each.key === this.active);
    if (!meld) return;
    this.active = "new";
    this.edit({
      board: move(
        this.board,
        meld.pieces.map((each) => each.id),
        { to: "bin" },
      ),
    });
  }

  /** The rack by colour, and at the second time by value. */
  sort() {
    const by = (/** @type {"colour" | "value"} */ how) =>
      [...this.board.rack].sort((a, b) => order(how)(a.tile, b.tile));
    const colour = by("colour");
    const sorted = colour.every((each, i) => each === this.board.rack[i]);
    this.edit({ board: { ...this.board, rack: sorted ? by("value") : colour } });
  }

  /** @param {import("../shared/url.js").Place} place */
  show(place) {
    this.stopPreview();
    this.edit({
      board: relaid(this.board, place.table, place.rack),
      rules: place.rules,
      opening: place.opening,
    });
  }

  /** @param {number[]} ids @param {Target} target */
  move(ids, target) {
    const board = move(this.board, ids, target);
    if (target.to === "new") this.active = board.melds.at(-1)?.key ?? "new";
    this.edit({ board });
  }

  removeSelected() {
    if (this.selected.size > 0) this.move([...this.selected], { to: "bin" });
  }

  /** @param {number} id */
  toggle(id) {
    this.stopPreview();
    const selected = new Set(this.selected);
    if (!selected.delete(id)) selected.add(id);
    this.selected = selected;
    this.redraw();
  }

  unselect() {
    this.selected = new Set();
    this.redraw();
  }

  /** @param {number | "rack" | "new"} active */
  setActive(active) {
    this.active = active;
    this.redraw();
  }

  /** @param {Partial<Rules>} changes */
  setRules(changes) {
    const rules = { ...this.rules, ...changes };
    const fits = (/** @type {Tile} */ tile) =>
      isJoker(tile)
        ? rules.jokers > 0
        : numberOf(tile) <= rules.values && LETTERS.indexOf(tile.charAt(0)) < rules.colours;
    const table = tableOf(this.board)
      .map((meld) => meld.filter(fits))
      .filter((meld) => meld.length > 0);
    this.edit({ rules, board: relaid(this.board, table, rackOf(this.board).filter(fits)) });
  }

  /** Puts the chosen play on the board as the new position. */
  apply() {
    const play = this.play;
    if (!play?.tiles) return;
    this.frame = null;
    this.edit({ board: relaid(this.board, play.table, play.remaining), opening: false });
  }

  async rebuild() {
    const tiles = tableOf(this.board).flat();
    try {
      const answer = await rebuild({ tiles, rules: differences(this.rules) });
      if (answer.possible) this.edit({ board: relaid(this.board, answer.table, rackOf(this.board)) });
      else this.trouble = "These tiles cannot all be laid out as melds.";
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
    this.redraw();
  }

  // The address

  read() {
    const query = new URLSearchParams(location.search);
    const p = query.get("p") ?? recall("last-position");
    const place = p === null ? null : fromUrl(p);
    this.layout = {
      board: place ? makeBoard(place.table, place.rack) : makeBoard([], []),
      rules: place?.rules ?? RETAIL,
      opening: place?.opening ?? false,
      objective: query.get("objective") === "value" ? "value" : "tiles",
    };
    this.#ask();
    this.redraw();
    return p !== null;
  }

  /** @returns {import("../shared/url.js").Place} */
  get place() {
    return {
      table: tableOf(this.board),
      rack: rackOf(this.board),
      rules: this.rules,
      opening: this.layout.opening,
    };
  }

  get url() {
    const query = new URLSearchParams();
    const place = toUrl(this.place);
    if (this.layout.objective === "value") query.set("objective", "value");
    if (this.others) query.set("vs", this.others);
    const more = query.toString();
    return `${location.pathname}?p=${place}${more ? `&${more}` : ""}`;
  }

  #remember() {
    // Browsers slow down pages that rewrite their address many times a second.
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      history.replaceState(null, "", this.url);
      remember("last-position", toUrl(this.place));
    }, 120);
  }

  // The answer

  async #ask() {
    this.request?.abort();
    const request = new AbortController();
    this.request = request;
    this.waiting = true;
    this.trouble = null;
    this.chosen = 0;
    this.frame = null;
    this.hovered = null;
    this.looked = null;
    const { rules, opening, objective, board } = this.layout;
    const body = {
      table: tableOf(board),
      rack: rackOf(board),
      rules: differences(rules),
      opening,
      objective,
    };
    /** @type {Set<string>} */
    const come = new Set();
    try {
      await analyse(
        body,
        (event, data) => {
          if (request.signal.aborted) return;
          come.add(event);
          this.#take(event, data);
        },
        request.signal,
      );
    } catch (error) {
      if (isAbort(error) || request.signal.aborted) return;
      this.trouble =
        error instanceof ServerError ? error.message : "The server does not answer. Is it still running?";
    }
    if (request.signal.aborted) return;
    this.waiting = false;
    if (!come.has("solution")) this.solution = null;
    if (!come.has("alternatives")) this.alternatives = null;
    if (!come.has("outs")) this.outs = null;
    this.redraw(come.has("solution") ? "later" : "soon");
  }

  /** @param {string} event @param {any} data */
  #take(event, data) {
    if (event === "check") {
      this.check = data;
      const melds = this.board.melds.map((meld, i) => {
        const check = data.melds[i];
        return { ...(check?.legal ? reorder(meld, check.tiles) : meld), check };
      });
      this.layout = { ...this.layout, board: { ...this.board, melds } };
      if (!data.ok) this.solution = this.alternatives = this.outs = null;
      // The answer to an edit that is not shown yet comes next.
      if (!data.ok || !this.unshown) this.redraw("soon");
    } else if (event === "solution") {
      this.solution = this.#withFrames(data);
      this.alternatives = null;
      this.waiting = false;
      this.#redrawNow();
    } else if (event === "alternatives") {
      this.alternatives = data.map((/** @type {Solution} */ play) => this.#withFrames(play));
      this.redraw("later");
    } else if (event === "outs") {
      this.outs = data;
      this.redraw("later");
    }
  }

  /** @param {Solution} play @returns {Solution} */
  #withFrames(play) {
    return { ...play, frames: framesOf(tableOf(this.board), rackOf(this.board), play.steps) };
  }

  // Walking through a play

  /** @param {number} index */
  choose(index) {
    this.chosen = index;
    this.hovered = null;
    this.frame = null;
    this.redraw();
    this.goTo(this.play?.frames.length ? this.play.frames.length - 1 : 0);
  }

  /** @param {number | null} index */
  hover(index) {
    if (this.hovered === index) return;
    this.hovered = index;
    this.redraw();
  }

  /** Shows a table on the board while it is looked at.
   * @param {Tile[][] | null} table */
  look(table) {
    if (this.looked === table) return;
    this.looked = table;
    this.redraw();
  }

  /** @param {string} others */
  setOthers(others) {
    this.others = others;
    this.#remember();
  }

  /** @param {number | null} frame */
  goTo(frame) {
    const frames = this.play?.frames ?? [];
    this.frame =
      frame === null || frames.length === 0 ? null : Math.max(0, Math.min(frame, frames.length - 1));
    this.selected = new Set();
    this.redraw();
  }

  /** @param {number} by */
  step(by) {
    if (!this.play?.tiles) return;
    const next = (this.frame ?? 0) + by;
    this.goTo(this.frame === null && by < 0 ? null : next);
  }

  stopPreview() {
    if (this.frame === null && this.hovered === null && this.looked === null) return;
    this.frame = null;
    this.hovered = null;
    this.looked = null;
    this.redraw();
  }

  get atEnd() {
    return this.frame !== null && this.frame >= (this.play?.frames.length ?? 0) - 1;
  }
}
