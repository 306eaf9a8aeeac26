// A run by one sweep over the picker: press on the first tile, slide to the last, let go. Down a column: a group.

/** @typedef {import("../shared/types.js").Tile} Tile */

/** @param {HTMLElement} place the picker @param {(tiles: Tile[]) => void} add */
export function setUpSweep(place, add) {
  /** @type {{ id: number, first: HTMLElement, swept: HTMLElement[] } | null} */
  let held = null;

  const tileAt = (/** @type {PointerEvent} */ event) => {
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".tile");
    return under instanceof HTMLElement && place.contains(under) ? under : null;
  };

  /** The tiles from the first to this one, where they lie in one row or one column.
   * @param {HTMLElement} first @param {HTMLElement} last */
  const between = (first, last) => {
    const [a, b] = [first.dataset.tile ?? "", last.dataset.tile ?? ""];
    const all = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(".tile:not(:disabled)")]);
    const value = (/** @type {string} */ tile) => Number(tile.slice(1));
    if (a === "J" || b === "J") return [];
    if (a[0] === b[0]) {
      const [low, high] = [Math.min(value(a), value(b)), Math.max(value(a), value(b))];
      return all.filter(
        ({ dataset: { tile = "" } }) => tile[0] === a[0] && value(tile) >= low && value(tile) <= high,
      );
    }
    if (value(a) !== value(b)) return [];
    const column = all.filter(({ dataset: { tile = "" } }) => value(tile) === value(a));
    const ends = [column.indexOf(first), column.indexOf(last)];
    return column.slice(Math.min(...ends), Math.max(...ends) + 1);
  };

  const mark = (/** @type {HTMLElement[]} */ swept) => {
    for (const tile of place.querySelectorAll(".swept")) tile.classList.remove("swept");
    for (const tile of swept) tile.classList.add("swept");
    // The tile that is being dragged is not shown while the pointer sweeps.
    document.documentElement.classList.toggle("is-sweeping", swept.length > 0);
  };

  const end = () => {
    mark([]);
    held = null;
  };

  place.addEventListener("pointerdown", (event) => {
    const first = tileAt(event);
    held = first && event.button === 0 ? { id: event.pointerId, first, swept: [] } : null;
  });
  // While the pointer is on the picker it sweeps; once it has left the picker it drags.
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const over = tileAt(event);
    const swept = over && over !== held.first ? between(held.first, over) : [];
    held.swept = swept.length > 1 ? swept : [];
    mark(held.swept);
  });
  document.addEventListener(
    "pointerup",
    (event) => {
      if (!held || event.pointerId !== held.id) return;
      const { swept } = held;
      end();
      if (swept.length < 2) return;
      // Nothing is dropped: the drag ends here, before it sees that the pointer was let go.
      event.stopImmediatePropagation();
      document.dispatchEvent(new PointerEvent("pointercancel", { pointerId: event.pointerId }));
      add(swept.map((tile) => tile.dataset.tile ?? ""));
    },
    { capture: true },
  );
  document.addEventListener("pointercancel", end);
}
