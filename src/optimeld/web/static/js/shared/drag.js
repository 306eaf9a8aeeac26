// Dragging and tapping tiles with a mouse, a finger or a pen. A finger drags after a short hold, so that a swipe
// still scrolls the page; a mouse drags as soon as it moves.

/**
 * @typedef {object} DragHandlers
 * @property {(tile: HTMLElement, event: PointerEvent) => void} tap
 * @property {(tile: HTMLElement, place: HTMLElement, index: number | undefined) => void} drop
 * @property {(tile: HTMLElement) => HTMLElement[]} [alsoMoving] other tiles that go along (the selection)
 */

const HOLD_MS = 140;
const NEAR = 5;
const EDGE = 60;

/** Where among the tiles of `place` a tile let go at x, y would land.
 * @param {HTMLElement} place @param {number} x @param {number} y */
function indexAt(place, x, y) {
  const tiles = [...place.querySelectorAll(".tile:not(.ghost)")];
  for (const [index, tile] of tiles.entries()) {
    const box = tile.getBoundingClientRect();
    if (y < box.top) return index;
    if (y <= box.bottom && x < box.left + box.width / 2) return index;
  }
  return tiles.length;
}

/** @param {HTMLElement} root @param {DragHandlers} handlers */
export function setUpDrag(root, handlers) {
  /** @type {{ tile: HTMLElement, id: number, x: number, y: number, dx: number, dy: number, ghost: HTMLElement | null, ready: boolean, timer: number, over: HTMLElement | null } | null} */
  let held = null;

  const placeUnder = (/** @type {number} */ x, /** @type {number} */ y) => {
    const under = document.elementFromPoint(x, y)?.closest("[data-drop]");
    return under instanceof HTMLElement && root.contains(under) ? under : null;
  };

  const lift = () => {
    if (!held || held.ghost) return;
    const box = held.tile.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (held.tile.cloneNode(true));
    ghost.classList.remove("selected");
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.setProperty("--w", `${box.width}px`);
    const more = handlers.alsoMoving?.(held.tile).length ?? 0;
    if (more > 0) ghost.dataset.more = `+${more}`;
    document.body.append(ghost);
    held.ghost = ghost;
    held.tile.classList.add("dragging");
    document.documentElement.classList.add("is-dragging");
  };

  const follow = (/** @type {number} */ x, /** @type {number} */ y) => {
    if (!held?.ghost) return;
    held.ghost.style.left = `${x - held.dx}px`;
    held.ghost.style.top = `${y - held.dy}px`;
    const over = placeUnder(x, y);
    if (over !== held.over) {
      held.over?.classList.remove("drop-over");
      over?.classList.add("drop-over");
      held.over = over;
    }
    if (y < EDGE) window.scrollBy(0, -12);
    else if (y > window.innerHeight - EDGE) window.scrollBy(0, 12);
  };

  const end = () => {
    if (!held) return;
    clearTimeout(held.timer);
    held.ghost?.remove();
    held.over?.classList.remove("drop-over");
    held.tile.classList.remove("dragging");
    document.documentElement.classList.remove("is-dragging");
    held = null;
  };

  root.addEventListener("pointerdown", (event) => {
    const tile = event.target instanceof Element ? event.target.closest(".tile.grab") : null;
    if (!(tile instanceof HTMLElement) || event.button !== 0 || held) return;
    const box = tile.getBoundingClientRect();
    const touch = event.pointerType === "touch";
    held = {
      tile,
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      dx: event.clientX - box.left,
      dy: event.clientY - box.top,
      ghost: null,
      ready: !touch,
      timer: 0,
      over: null,
    };
    if (touch) {
      held.timer = window.setTimeout(() => {
        if (!held) return;
        held.ready = true;
        lift();
        follow(held.x, held.y);
      }, HOLD_MS);
    }
  });

  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y) > NEAR;
    if (!held.ready) {
      if (far) end();
      return;
    }
    if (far) lift();
    follow(event.clientX, event.clientY);
  });

  document.addEventListener("pointerup", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { tile, ghost, x, y } = held;
    const still = Math.hypot(event.clientX - x, event.clientY - y) <= NEAR;
    end();
    if (ghost && !still) {
      const place = placeUnder(event.clientX, event.clientY);
      if (place)
        handlers.drop(
          tile,
          place,
          place.dataset.drop === "new" ? undefined : indexAt(place, event.clientX, event.clientY),
        );
    } else handlers.tap(tile, event);
  });

  document.addEventListener("pointercancel", end);
  // Without this a finger that moves after the hold would scroll the page as well.
  document.addEventListener(
    "touchmove",
    (event) => {
      if (held?.ghost && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
  root.addEventListener("contextmenu", (event) => {
    if (held) event.preventDefault();
  });
  // Enter and Space on a focused tile arrive as a click without a pointer.
  root.addEventListener("click", (event) => {
    const tile = event.target instanceof Element ? event.target.closest(".tile.grab") : null;
    if (tile instanceof HTMLElement && event.detail === 0)
      handlers.tap(tile, /** @type {PointerEvent} */ (event));
  });
}
