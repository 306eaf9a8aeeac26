// A page as parts, each shown anew only when something it shows has changed.

/** @typedef {{ of: () => unknown[], show: () => void }} Part */
/** What a person does is shown now; what comes in bits, soon: with the next frame; what nobody waits for, later: once that
 * frame has been drawn.
 * @typedef {(when?: "now" | "soon" | "later") => void} Redraw */

/** @param {Part[]} parts in the order in which they are shown @returns {Redraw} */
export function partsOf(parts) {
  /** @type {(unknown[] | undefined)[]} */
  const shown = [];
  let asked = 0;
  let late = false;
  const show = () => {
    cancelAnimationFrame(asked);
    asked = 0;
    parts.forEach((part, i) => {
      const now = part.of();
      const before = shown[i];
      if (before && now.every((value, j) => value === before[j])) return;
      shown[i] = now;
      part.show();
    });
  };
  return (when = "now") => {
    if (when === "now") show();
    else if (!asked || (late && when === "soon")) {
      cancelAnimationFrame(asked);
      late = when === "later";
      const wait = () => {
        asked = requestAnimationFrame(show);
      };
      asked = requestAnimationFrame(late ? wait : show);
    }
  };
}
