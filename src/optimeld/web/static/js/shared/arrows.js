// Arrow keys among tiles that lie in rows of any length.

/** The tile that an arrow key means; undefined where there is none in that direction, or for another key.
 * @template {HTMLElement} T
 * @param {T[]} all in the order in which they are read @param {T} from @param {string} key @returns {T | undefined} */
export function neighbour(all, from, key) {
  const at = all.indexOf(from);
  if (key === "ArrowLeft") return all[at - 1];
  if (key === "ArrowRight") return all[at + 1];
  if (key !== "ArrowUp" && key !== "ArrowDown") return undefined;
  const box = from.getBoundingClientRect();
  const places = all
    .map((tile) => ({ tile, place: tile.getBoundingClientRect() }))
    .filter(({ place }) => (key === "ArrowUp" ? place.bottom <= box.top + 2 : place.top >= box.bottom - 2));
  // The next row counts for more than the same column.
  const far = (/** @type {DOMRect} */ place) =>
    Math.abs(place.top - box.top) * 3 + Math.abs(place.left - box.left);
  return places.sort((a, b) => far(a.place) - far(b.place))[0]?.tile;
}

/** @param {string} key */
export const isArrow = (key) => ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(key);
