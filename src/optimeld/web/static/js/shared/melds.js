// Whether tiles may lie in one meld. A quick look for laying out; what is a meld by the rules the engine says.

import { colourOf, isJoker, LETTERS, numberOf } from "./notation.js";

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

/** What each joker of a meld stands for, by its place; `J4` is a four of some colour.
 * @param {Tile[]} tiles in their order @param {Rules["colours"]} colours @returns {Map<number, Tile>} */
export function standIns(tiles, colours) {
  /** @type {Map<number, Tile>} */
  const found = new Map();
  const jokers = tiles.flatMap((tile, at) => (isJoker(tile) ? [at] : []));
  const plain = tiles.flatMap((tile, at) => (isJoker(tile) ? [] : [{ tile, at }]));
  const [first, second] = plain;
  if (jokers.length === 0 || !first || !second || tiles.length < 3) return found;
  if (colourOf(first.tile) === colourOf(second.tile)) {
    for (const at of jokers) found.set(at, `${colourOf(first.tile)}${numberOf(first.tile) + at - first.at}`);
    return found;
  }
  const there = new Set(plain.map(({ tile }) => colourOf(tile)));
  const missing = [...LETTERS.slice(0, colours)].filter((letter) => !there.has(letter));
  // With as many jokers as colours missing each stands for one of them; otherwise the colour is open.
  jokers.forEach((at, i) => {
    found.set(at, `${missing.length === jokers.length ? missing[i] : "J"}${numberOf(first.tile)}`);
  });
  return found;
}
