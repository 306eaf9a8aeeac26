// The pictures between the old table and the new one: each step says what its two melds become.

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {import("./types.js").Frame} Frame */

/** @param {Tile[][]} table @param {Tile[]} rack @param {Step[]} steps @returns {Frame[]} */
export function framesOf(table, rack, steps) {
  const melds = new Map(table.map((tiles, number) => [number, tiles]));
  const left = [...rack];
  let hand = 0;
  const picture = (/** @type {string} */ words) => ({
    words,
    numbers: [...melds.keys()],
    melds: [...melds.values()],
    rack: [...left],
    hand: Array.from({ length: hand }, () => "J"),
  });
  const frames = [picture("")];
  for (const step of steps) {
    if (step.from === "rack") for (const tile of step.tiles) left.splice(left.indexOf(tile), 1);
    if (typeof step.from === "number" && step.from !== step.to) {
      if (step.left && step.left.length > 0) melds.set(step.from, step.left);
      else melds.delete(step.from);
    }
    melds.set(step.to, step.makes);
    hand += (step.freed_jokers ?? 0) - (step.laid_jokers ?? 0);
    frames.push(picture(step.text));
  }
  return frames;
}
