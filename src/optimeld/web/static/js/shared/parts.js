// A page as parts, each shown anew only when something it shows has changed.

/** @typedef {{ of: () => unknown[], show: () => void }} Part */
/** @typedef {(when?: "now" | "soon") => void} Redraw what a person does is shown at once; what comes in bits, with the next frame */

/** @param {Part[]} parts in the order in which they are shown @returns {Redraw} */
export function partsOf(parts) {
  /** @type {(unknown[] | undefined)[]} */
  const shown = [];
  let asked = 0;
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
    else if (!asked) asked = requestAnimationFrame(show);
  };
}
