// The picker: every kind of tile with how many of it are unseen, so that it is the tracker as well.

import { isArrow, neighbour } from "../shared/arrows.js";
import { h } from "../shared/dom.js";
import { copiesOf, kinds, nameOf } from "../shared/notation.js";
import { tileButton } from "../shared/tile.js";

/** @typedef {import("../shared/types.js").Rules} Rules */
/** @typedef {import("../shared/types.js").Tile} Tile */

export class Picker {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    /** @type {Map<Tile, HTMLButtonElement>} */
    this.tiles = new Map();
    this.box = "";
    place.addEventListener("keydown", (event) => this.#arrows(event));
  }

  /** @param {Rules} rules @param {Map<Tile, number>} used how many of each kind are on the board */
  render(rules, used) {
    const box = `${rules.values} ${rules.colours} ${rules.copies} ${rules.jokers}`;
    if (box !== this.box) this.#build(rules);
    this.box = box;
    for (const [tile, element] of this.tiles) {
      const count = copiesOf(tile, rules) - (used.get(tile) ?? 0);
      if (element.dataset.left === String(count)) continue;
      element.dataset.left = String(count);
      element.disabled = count <= 0;
      element.setAttribute("aria-label", `Add ${nameOf(tile)}, ${Math.max(0, count)} unseen`);
      const dots = /** @type {HTMLElement} */ (element.querySelector(".left"));
      for (const [i, dot] of [...dots.children].entries()) dot.classList.toggle("gone", i >= count);
    }
  }

  /** @param {Rules} rules */
  #build(rules) {
    this.tiles.clear();
    const columns = Math.min(rules.values + (rules.jokers > 0 ? 1 : 0), 21);
    const grid = h("div", { class: "picker-grid" });
    grid.style.setProperty("--columns", String(columns));
    for (const tile of kinds(rules)) {
      const element = tileButton(tile);
      element.dataset.from = "picker";
      element.append(
        h(
          "span",
          { class: "left", "aria-hidden": "true" },
          Array.from({ length: copiesOf(tile, rules) }, () => h("i")),
        ),
      );
      element.tabIndex = this.tiles.size === 0 ? 0 : -1;
      this.tiles.set(tile, element);
      grid.append(element);
      // The joker closes the first row, so that every colour keeps one row.
      if (tile === "J") element.dataset.place = "last";
      else if (tile.slice(1) === "1") element.dataset.place = "first";
    }
    this.place.replaceChildren(grid);
  }

  /** @param {KeyboardEvent} event */
  #arrows(event) {
    const all = [...this.tiles.values()].filter((each) => !each.disabled);
    const tile = /** @type {HTMLButtonElement} */ (event.target);
    if (!isArrow(event.key) || !all.includes(tile)) return;
    const next = neighbour(all, tile, event.key);
    event.preventDefault();
    event.stopPropagation();
    if (!next) return;
    for (const each of this.tiles.values()) each.tabIndex = each === next ? 0 : -1;
    next.focus();
  }
}
