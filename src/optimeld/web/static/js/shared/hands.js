// Laying tiles by hand: what a tap, a drag and a place to lay mean where there is a selection.

import { targetOf } from "./drag.js";

/** @typedef {import("./board.js").Target} Target */
/** @typedef {{ selected: Set<number>, toggle: (id: number) => void, move: (ids: number[], target: Target) => void }} Laying */

/** A tile that is dragged takes the selection along, if it belongs to it.
 * @param {Laying} ctrl @returns {import("./drag.js").DragHandlers} */
export function hands(ctrl) {
  const idOf = (/** @type {HTMLElement} */ tile) => (tile.dataset.id ? Number(tile.dataset.id) : null);
  return {
    tap: (tile) => {
      const id = idOf(tile);
      if (id !== null) ctrl.toggle(id);
    },
    drop: (tile, target) => {
      const id = idOf(tile);
      if (id !== null) ctrl.move(ctrl.selected.has(id) ? [...ctrl.selected] : [id], target);
    },
    alsoMoving: (tile) => {
      const id = idOf(tile);
      return id !== null && ctrl.selected.has(id)
        ? [...ctrl.selected].filter((each) => each !== id).map(() => tile)
        : [];
    },
  };
}

/** Lays the selection at a place that was tapped.
 * @param {Laying} ctrl @param {HTMLElement} place */
export function layAt(ctrl, place) {
  const target = targetOf(place);
  if (ctrl.selected.size > 0 && target) ctrl.move([...ctrl.selected], target);
}
