// Shows a board, and shows a change of board as tiles moving from where they were.

import { isArrow, neighbour } from "./arrows.js";
import { h, icon, stillness } from "./dom.js";
import { standIns } from "./melds.js";
import { isJoker, nameOf } from "./notation.js";
import { tileButton } from "./tile.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").MeldOnBoard} MeldOnBoard */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * @typedef {object} Look
 * @property {Set<number>} [selected]
 * @property {Map<number, string>} [marks] classes by piece
 * @property {number | "rack" | "new" | null} [active] where the picker's tiles go
 * @property {boolean} [readOnly]
 * @property {boolean} [animate]
 * @property {number} [pace] milliseconds a movement takes
 * @property {string} [newMeld] words on the place for a new meld
 * @property {boolean} [ownRack] the rack may be put in order although the table may not be touched
 * @property {Element | null} [from] where tiles come from that were not on the board
 * @property {boolean} [pop] whether those that come from nowhere grow into their place; it costs a frame or two
 * @property {boolean} [follow] scrolls to where something has changed
 */

const MOVE_MS = 320;

export class BoardView {
  /** @param {HTMLElement} meldsPlace @param {HTMLElement} rackPlace @param {{ moveHere: (place: HTMLElement) => void }} handlers */
  constructor(meldsPlace, rackPlace, handlers) {
    this.meldsPlace = meldsPlace;
    this.rackPlace = rackPlace;
    /** @type {Map<number, HTMLButtonElement>} */
    this.tiles = new Map();
    /** @type {Map<number, HTMLLIElement>} */
    this.melds = new Map();
    /** @type {string} where every tile lay when it was last shown */
    this.places = "";
    /** @type {Map<number, number>} in which meld every tile lay when a change was last followed */
    this.lay = new Map();
    /** @type {{ before: Map<number, DOMRect | null>, look: Look } | null} where the tiles lay that have not set off yet */
    this.waiting = null;
    this.frame = 0;
    this.newMeld = h(
      "li",
      { class: "meld-slot" },
      h("button", { type: "button", class: "meld new-meld", "data-drop": "new" }, "New meld"),
    );
    for (const place of [
      /** @type {HTMLElement} */ (meldsPlace.closest(".table") ?? meldsPlace),
      rackPlace,
    ]) {
      place.addEventListener("click", (event) => {
        const target = event.target instanceof Element ? event.target : null;
        if (!target || target.closest(".tile, .table-head")) return;
        const drop = target.closest("[data-drop]");
        if (drop instanceof HTMLElement) handlers.moveHere(drop);
      });
      place.addEventListener("keydown", (event) => this.#arrows(event));
    }
  }

  /** @param {Board} board @param {Look} [look] */
  render(board, look = {}) {
    // Where every tile lies is measured only when some tile goes elsewhere: it makes the browser lay out the page.
    const places = [
      ...board.melds.map((meld) => [meld.key, ...meld.pieces.map((each) => each.id)]),
      board.rack.map((each) => each.id),
    ].join("|");
    const moving = look.animate !== false && !stillness() && places !== this.places;
    this.places = places;
    if (moving) this.#setOff();
    const before = new Map(
      moving
        ? [...this.tiles].map(([id, tile]) => [id, tile.isConnected ? tile.getBoundingClientRect() : null])
        : [],
    );
    const focused =
      document.activeElement instanceof HTMLElement ? document.activeElement.closest(".tile.grab") : null;
    const picking = (look.selected?.size ?? 0) > 0 && !look.readOnly;
    const wanted = board.melds.map((meld, i) => this.#meld(meld, i, look, picking));
    const keys = new Set(board.melds.map((meld) => meld.key));
    for (const [key, element] of this.melds)
      if (!keys.has(key)) {
        element.remove();
        this.melds.delete(key);
      }
    if (!look.readOnly) {
      const slot = /** @type {HTMLElement} */ (this.newMeld.firstElementChild);
      // The words stay as long as they are: nothing moves when a tile is selected.
      slot.textContent = look.newMeld ?? "New meld";
      slot.setAttribute("aria-label", picking ? `${slot.textContent}: move to a new meld` : slot.textContent);
      slot.classList.toggle("active", look.active === "new");
      wanted.push(this.newMeld);
    } else this.newMeld.remove();
    wanted.forEach((element, i) => {
      if (this.meldsPlace.children[i] !== element)
        this.meldsPlace.insertBefore(element, this.meldsPlace.children[i] ?? null);
    });
    this.#fill(
      this.rackPlace,
      board.rack.map((each) => this.#tile(each, look, look.ownRack)),
    );
    for (const each of board.rack) delete this.tiles.get(each.id)?.dataset.as;
    this.rackPlace.closest(".rack")?.classList.toggle("active", look.active === "rack");
    const alive = new Set(
      [...board.melds.flatMap((meld) => meld.pieces), ...board.rack].map((each) => each.id),
    );
    for (const [id, tile] of this.tiles)
      if (!alive.has(id)) {
        tile.remove();
        this.tiles.delete(id);
      }
    this.#roving();
    if (focused instanceof HTMLElement && focused.isConnected && document.activeElement !== focused)
      focused.focus({ preventScroll: true });
    this.#follow(board, look);
    if (moving) {
      this.waiting = { before, look };
      this.frame = requestAnimationFrame(() => this.#setOff());
    }
  }

  /** Sets in motion what the last change moved: with the frame that shows it, so that the page is laid out once for this
   * and all else that is new in it, or before the next change. */
  #setOff() {
    cancelAnimationFrame(this.frame);
    const { waiting } = this;
    this.waiting = null;
    if (waiting) this.#animate(waiting.before, waiting.look);
  }

  /** Brings the melds with marked tiles that came or moved last into sight.
   * @param {Board} board @param {Look} look */
  #follow(board, look) {
    const placed = new Map(board.melds.flatMap((meld) => meld.pieces.map((each) => [each.id, meld.key])));
    const changed = [...placed].filter(([id, key]) => this.lay.get(id) !== key).map(([, key]) => key);
    this.lay = placed;
    if (look.follow)
      for (const key of new Set(changed))
        this.melds.get(key)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  /** @param {MeldOnBoard} meld @param {number} i @param {Look} look @param {boolean} picking */
  #meld(meld, i, look, picking) {
    let element = this.melds.get(meld.key);
    if (!element) {
      element = h(
        "li",
        { class: "meld", "data-drop": "meld", "data-key": meld.key },
        h("div", { class: "meld-tiles" }),
      );
      this.melds.set(meld.key, element);
    }
    const check = meld.check;
    const short = check?.legal === false && (check.reason ?? "").includes("at least");
    element.className = `meld ${meld.note ? "growing" : check?.legal === false ? (short ? "growing" : "illegal") : check?.legal ? "legal" : ""} ${look.active === meld.key ? "active" : ""}`;
    const words = meld.pieces.map((each) => nameOf(each.tile)).join(", ");
    element.setAttribute(
      "aria-label",
      `Meld ${i + 1}: ${words}${check?.legal === false ? `. Not a meld: ${check.reason}` : ""}`,
    );
    const row = /** @type {HTMLElement} */ (element.querySelector(".meld-tiles"));
    const parts = /** @type {HTMLElement[]} */ (meld.pieces.map((each) => this.#tile(each, look)));
    this.#standIns(meld);
    if (picking)
      parts.push(
        h(
          "button",
          {
            type: "button",
            class: "here",
            "data-drop": "meld",
            "data-key": meld.key,
            "aria-label": `Move to meld ${i + 1}: ${words}`,
          },
          icon("plus"),
        ),
      );
    this.#fill(row, parts);
    let why = element.querySelector(".why");
    const reason = meld.note ?? (check?.legal === false ? (check.reason ?? "not a meld") : "");
    if (reason) {
      if (!why) why = element.appendChild(h("p", { class: "why" }));
      why.textContent = reason;
    } else why?.remove();
    return element;
  }

  /** @param {Piece} piece @param {Look} look @param {boolean} [own] */
  #tile(piece, look, own = false) {
    let element = this.tiles.get(piece.id);
    if (!element) {
      element = tileButton(piece.tile);
      element.dataset.id = String(piece.id);
      this.tiles.set(piece.id, element);
    }
    const selected = look.selected?.has(piece.id) ?? false;
    element.className = `tile grab ${selected ? "selected" : ""} ${look.marks?.get(piece.id) ?? ""}`;
    if (look.readOnly && !own) element.classList.remove("grab");
    element.setAttribute("aria-pressed", String(selected));
    return element;
  }

  /** Says on every joker of a meld what it stands for, where it stands for one tile.
   * @param {MeldOnBoard} meld */
  #standIns(meld) {
    const found =
      meld.note || meld.check?.legal === false
        ? new Map()
        : standIns(
            meld.pieces.map((each) => each.tile),
            4,
          );
    meld.pieces.forEach((piece, at) => {
      if (!isJoker(piece.tile)) return;
      const tile = this.tiles.get(piece.id);
      const as = found.get(at);
      if (!tile) return;
      if (as) {
        tile.dataset.as = as.slice(1);
        tile.dataset.asColour = as[0];
      } else {
        delete tile.dataset.as;
        delete tile.dataset.asColour;
      }
      tile.setAttribute(
        "aria-label",
        as ? `joker as ${as.startsWith("J") ? `one ${as.slice(1)}` : nameOf(as)}` : "joker",
      );
    });
  }

  /** @param {HTMLElement} place @param {HTMLElement[]} elements */
  #fill(place, elements) {
    elements.forEach((element, i) => {
      if (place.children[i] !== element) place.insertBefore(element, place.children[i] ?? null);
    });
    while (place.children.length > elements.length) place.lastElementChild?.remove();
  }

  /** @param {Map<number, DOMRect | null>} before @param {Look} look */
  #animate(before, { pace = MOVE_MS, from = null, pop = true }) {
    if (pace === 0) return;
    // All are measured before the first is set in motion.
    const after = [...this.tiles].map(([id, tile]) => ({
      tile,
      was: before.get(id),
      now: tile.getBoundingClientRect(),
    }));
    const origin = from?.getBoundingClientRect();
    for (const { tile, was, now } of after) {
      if (was === undefined && origin) {
        const dx = origin.left + origin.width / 2 - now.left - now.width / 2;
        const dy = origin.top + origin.height / 2 - now.top - now.height / 2;
        tile.animate(
          [
            { transform: `translate(${dx}px, ${dy}px) scale(.4)`, opacity: 0.3, zIndex: 6 },
            { transform: "none", opacity: 1, zIndex: 6 },
          ],
          { duration: pace, easing: "cubic-bezier(.3,.7,.2,1)" },
        );
      } else if (was === undefined && pop) {
        tile.animate(
          [
            { opacity: 0, transform: "scale(.7)" },
            { opacity: 1, transform: "none" },
          ],
          { duration: 160, easing: "ease-out" },
        );
      } else if (was) {
        const dx = was.left - now.left;
        const dy = was.top - now.top;
        if (Math.abs(dx) < 1 && Math.abs(dy) < 1) continue;
        tile.animate(
          [
            { transform: `translate(${dx}px, ${dy}px)`, zIndex: 5 },
            { transform: "none", zIndex: 5 },
          ],
          { duration: pace, easing: "cubic-bezier(.3,.7,.2,1)" },
        );
      }
    }
  }

  /** Each of the table and the rack is one stop of the Tab key; arrows move within. */
  #roving() {
    for (const place of [this.meldsPlace, this.rackPlace]) {
      const tiles = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".tile.grab")]);
      const current =
        tiles.find((tile) => tile === document.activeElement) ??
        tiles.find((tile) => tile.tabIndex === 0 && tile.dataset.stop === "1") ??
        tiles[0];
      for (const tile of tiles) {
        tile.tabIndex = tile === current ? 0 : -1;
        tile.dataset.stop = tile === current ? "1" : "0";
      }
    }
  }

  /** @param {KeyboardEvent} event */
  #arrows(event) {
    const tile = event.target instanceof Element ? event.target.closest(".tile.grab") : null;
    if (
      !(tile instanceof HTMLElement) ||
      !(isArrow(event.key) || event.key === "Home" || event.key === "End")
    )
      return;
    const all = /** @type {HTMLElement[]} */ ([
      ...this.meldsPlace.querySelectorAll(".tile.grab"),
      ...this.rackPlace.querySelectorAll(".tile.grab"),
    ]);
    const next =
      event.key === "Home" ? all[0] : event.key === "End" ? all.at(-1) : neighbour(all, tile, event.key);
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    for (const each of all)
      if (each.closest(".rack") === next.closest(".rack")) each.tabIndex = each === next ? 0 : -1;
    next.focus();
  }
}
