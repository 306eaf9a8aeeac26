// Dragging and tapping tiles with a mouse, a finger or a pen. A mouse drags as soon as it moves, and so does a finger
// on the rack, or sideways on the table; up and down on the table it drags after a short hold, because a swipe
// must still scroll what is too long for the screen.

/** @typedef {import("./board.js").Target} Target */

/**
 * @typedef {object} DragHandlers
 * @property {(tile: HTMLElement, event: PointerEvent) => void} tap
 * @property {(tile: HTMLElement, target: Target) => void} drop
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

/** Which place in the row of melds is meant by x, y on the felt between them.
 * @param {HTMLElement} felt @param {number} x @param {number} y */
function meldIndexAt(felt, x, y) {
  const melds = [...felt.querySelectorAll(".meld[data-key]:has(.tile)")];
  const next = melds.findIndex((meld) => {
    const box = meld.getBoundingClientRect();
    return y < box.top || (y <= box.bottom && x < box.left + box.width / 2);
  });
  return next < 0 ? melds.length : next;
}

/** Where tiles go that are put at this place; with x and y, exactly where.
 * @param {HTMLElement} place @param {{ x: number, y: number }} [at] @returns {Target | null} */
export function targetOf(place, at) {
  switch (place.dataset.drop) {
    case "rack":
      return { to: "rack", ...(at ? { index: indexAt(place, at.x, at.y) } : {}) };
    case "meld":
      return {
        to: "meld",
        key: Number(place.dataset.key),
        ...(at ? { index: indexAt(place, at.x, at.y) } : {}),
      };
    case "new":
      return { to: "new" };
    case "felt":
      return { to: "new", ...(at ? { index: meldIndexAt(place, at.x, at.y) } : {}) };
    case "bin":
      return { to: "bin" };
    default:
      return null;
  }
}

/** Near the edge of what scrolls, a held tile scrolls it.
 * @param {HTMLElement | null} over @param {number} y */
function scrollAtEdge(over, y) {
  const felt = over?.closest(".melds-scroll");
  const box = felt?.getBoundingClientRect();
  const [top, bottom] = [box?.top ?? 0, box?.bottom ?? window.innerHeight];
  const by = y < top + EDGE ? -12 : y > bottom - EDGE ? 12 : 0;
  if (by) (felt ?? window).scrollBy(0, by);
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
    scrollAtEdge(over, y);
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
      ready: !touch || tile.closest(".rack") !== null,
      timer: 0,
      over: null,
    };
    if (!held.ready) {
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
    const [dx, dy] = [event.clientX - held.x, event.clientY - held.y];
    const far = Math.hypot(dx, dy) > NEAR;
    if (!held.ready) {
      if (!far) return;
      if (Math.abs(dx) <= Math.abs(dy)) {
        end();
        return;
      }
      held.ready = true;
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
      const target = place && targetOf(place, { x: event.clientX, y: event.clientY });
      if (target) handlers.drop(tile, target);
    } else handlers.tap(tile, event);
  });

  document.addEventListener("pointercancel", (event) => {
    if (held && event.pointerId === held.id) end();
  });
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
