// Whether tiles may lie in one meld. A quick look for laying out; what is a meld by the rules the engine says.

import { colourOf, isJoker, numberOf } from "./notation.js";

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Rules} Rules */

/** Whether these tiles, in whatever order, could all be in one meld, complete or on the way to it.
 * @param {Tile[]} tiles @param {Rules} rules */
export function mayShareMeld(tiles, rules) {
  const plain = tiles.filter((tile) => !isJoker(tile));
  const jokers = tiles.length - plain.length;
  const values = new Set(plain.map(numberOf));
  const colours = new Set(plain.map(colourOf));
  if (values.size <= 1 && colours.size === plain.length && tiles.length <= rules.colours) return true;
  if (colours.size > 1 || values.size !== plain.length || tiles.length > rules.values) return false;
  return gaps([...values]) <= jokers + Math.max(0, rules.min_meld - tiles.length);
}

/** Whether they are a meld as they are.
 * @param {Tile[]} tiles @param {Rules} rules */
export function isComplete(tiles, rules) {
  return tiles.length >= rules.min_meld && mayShareMeld(tiles, rules);
}

/** How many numbers are missing between the lowest and the highest.
 * @param {number[]} values */
function gaps(values) {
  if (values.length === 0) return 0;
  return Math.max(...values) - Math.min(...values) + 1 - values.length;
}
