// The notation of positions, read and written: `K1 K2 K3 | R5 B5 O5 // R6 K4 J`.
// For quick typing two shorthands are read as well: `R3-7` is a stretch of a run, `KRB5` is one value in several colours.

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Rules} Rules */

export const LETTERS = "KRBOGPCW";
export const COLOUR_NAMES = /** @type {Record<string, string>} */ ({
  K: "black",
  R: "red",
  B: "blue",
  O: "orange",
  G: "green",
  P: "purple",
  C: "cyan",
  W: "white",
  J: "joker",
});

/** @param {Tile} tile */
export const colourOf = (tile) => tile[0] ?? "";
/** @param {Tile} tile */
export const numberOf = (tile) => (tile === "J" ? 0 : Number(tile.slice(1)));
/** @param {Tile} tile */
export const isJoker = (tile) => tile === "J";

/** The tile in words, for screen readers: "red 5".
 * @param {Tile} tile */
export const nameOf = (tile) =>
  isJoker(tile) ? "joker" : `${COLOUR_NAMES[colourOf(tile)]} ${numberOf(tile)}`;

export class NotationError extends Error {}

/** @param {string} word @param {Rules} rules @returns {Tile[]} */
function readWord(word, rules) {
  const text = word.toUpperCase().replaceAll("Y", "O");
  if (text === "J") return ["J"];
  const letters = LETTERS.slice(0, rules.colours);
  const match = /^([A-Z]+?)(\d{1,3})(?:-(?:[A-Z])?(\d{1,3}))?$/.exec(text);
  if (!match) throw new NotationError(`“${word}” is not a tile`);
  const [, colours = "", first = "", last] = match;
  /** @type {Tile[]} */
  const tiles = [];
  for (const colour of colours) {
    if (!letters.includes(colour))
      throw new NotationError(`“${word}” is not a tile: no colour ${colour} in this box`);
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    if (from < 1 || to > rules.values || from > to) {
      throw new NotationError(`“${word}” is not a tile: values go from 1 to ${rules.values}`);
    }
    for (let value = from; value <= to; value += 1) tiles.push(`${colour}${value}`);
  }
  return tiles;
}

/** @param {string} text @param {Rules} rules @returns {Tile[]} */
export function parseTiles(text, rules) {
  return text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((word) => readWord(word, rules));
}

/** Without `//` the text is a table when it has a `|`, and a rack otherwise.
 * @param {string} text @param {Rules} rules @returns {{ table: Tile[][], rack: Tile[] }} */
export function parsePosition(text, rules) {
  const parts = text.split("//");
  if (parts.length > 2) throw new NotationError("“//” stands once, between the table and the rack");
  const [table = "", rack = ""] = parts.length === 2 ? parts : text.includes("|") ? [text, ""] : ["", text];
  return {
    table: table
      .split("|")
      .map((meld) => parseTiles(meld, rules))
      .filter((meld) => meld.length > 0),
    rack: parseTiles(rack, rules),
  };
}

/** @param {Tile[][]} table @param {Tile[]} rack */
export function printPosition(table, rack) {
  return `${table.map((meld) => meld.join(" ")).join(" | ")} // ${rack.join(" ")}`.trim();
}

/** Every kind of tile in the box, the joker last.
 * @param {Rules} rules @returns {Tile[]} */
export function kinds(rules) {
  /** @type {Tile[]} */
  const all = [];
  for (const colour of LETTERS.slice(0, rules.colours)) {
    for (let value = 1; value <= rules.values; value += 1) all.push(`${colour}${value}`);
  }
  if (rules.jokers > 0) all.push("J");
  return all;
}

/** @param {Tile} tile @param {Rules} rules */
export const copiesOf = (tile, rules) => (isJoker(tile) ? rules.jokers : rules.copies);

/** @param {"colour" | "value"} by @returns {(a: Tile, b: Tile) => number} */
export function order(by) {
  return (a, b) => {
    if (isJoker(a) || isJoker(b)) return Number(isJoker(a)) - Number(isJoker(b));
    const colour = LETTERS.indexOf(colourOf(a)) - LETTERS.indexOf(colourOf(b));
    const value = numberOf(a) - numberOf(b);
    return by === "colour" ? colour || value : value || colour;
  };
}
