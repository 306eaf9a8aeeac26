// What a page sends, read and checked as the server checks it: rules, tiles, positions.

import { copiesOf, LETTERS } from "../shared/notation.js";
import { RETAIL } from "../shared/rules.js";
import { Refused } from "./core.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {import("../shared/types.js").Rules} Rules */

// What a page takes on; larger boxes are for the command line.
const MOST_TILES = 400;
const MOST_JOKERS = 4;
const MOST_COLOURS = 6;

/** @type {Record<string, [number, number]>} */
const RANGES = {
  values: [3, 100],
  colours: [2, LETTERS.length],
  copies: [1, 4],
  jokers: [0, 4],
  min_meld: [2, 6],
  rack_size: [1, 100 * LETTERS.length * 4 + 4],
  opening_points: [0, 1000],
  joker_penalty: [0, 1000],
};

/** @param {Rules} rules */
export const tilesInBox = (rules) => rules.values * rules.colours * rules.copies + rules.jokers;

/** @param {string} message @param {Record<string, unknown>} details */
const badRules = (message, details) => new Refused({ code: "bad-rules", message, ...details });

/** @param {any} given @returns {Rules} */
export function readRules(given) {
  /** @type {any} */
  const rules = { ...RETAIL };
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === null || value === undefined) continue;
    if (!(name in RETAIL)) throw badRules(`no rule is called '${name}'`, { rule: name });
    const range = RANGES[name];
    if (range && !(Number.isInteger(value) && value >= range[0] && value <= range[1])) {
      const message = `${name} is ${value}, but it must be from ${range[0]} to ${range[1]}`;
      throw badRules(message, { rule: name, given: value, low: range[0], high: range[1] });
    }
    rules[name] = value;
  }
  const box = tilesInBox(rules);
  if (given?.rack_size === undefined) rules.rack_size = Math.min(RETAIL.rack_size, box);
  if (rules.rack_size > box) {
    const message = `rack_size is ${rules.rack_size}, but the box holds only ${box} tiles`;
    throw badRules(message, { rule: "rack_size", given: rules.rack_size });
  }
  if (rules.min_meld > Math.max(rules.values, rules.colours)) {
    const message = `min_meld is ${rules.min_meld}, but with values ${rules.values} and colours ${rules.colours} no run and no group is that long`;
    throw badRules(message, { rule: "min_meld", given: rules.min_meld });
  }
  if (box > MOST_TILES || rules.jokers > MOST_JOKERS || rules.colours > MOST_COLOURS) {
    throw new Refused({
      code: "over-limit",
      message: `this page takes boxes of up to ${MOST_TILES} tiles in ${MOST_COLOURS} colours with ${MOST_JOKERS} jokers; use the command line for more`,
    });
  }
  return rules;
}

/** The tile that a word names, or what is wrong with it.
 * @param {unknown} word @param {Rules} rules @param {string} place @returns {Tile} */
export function readTile(word, rules, place) {
  if (typeof word !== "string") {
    throw new Refused({ code: "bad-notation", message: `a tile is a word, but ${place} is ${word}`, place });
  }
  const upper = word.toUpperCase();
  const tile = upper.startsWith("Y") ? `O${upper.slice(1)}` : upper;
  if (tile === "J") return tile;
  const letters = LETTERS.slice(0, rules.colours);
  const form = /^([A-Z])([0-9]+)$/.exec(tile);
  const value = Number(form?.[2]);
  const plain = form !== null && !form[2]?.startsWith("0");
  if (plain && letters.includes(form[1] ?? "?") && value <= rules.values) return tile;
  throw new Refused({
    code: "unknown-tile",
    message: `no tile '${word}'${place ? ` at ${place}` : ""}: ${whyNoTile(form, plain, rules)}`,
    word,
    place,
  });
}

/** @param {RegExpExecArray | null} form @param {boolean} plain @param {Rules} rules */
function whyNoTile(form, plain, rules) {
  const letter = form?.[1] ?? "";
  const letters = LETTERS.slice(0, rules.colours);
  if (form && letter !== "J" && !letters.includes(letter)) {
    return `the colours${LETTERS.includes(letter) ? " in these rules" : ""} are ${[...letters].join(" ")}`;
  }
  if (plain && letter !== "J") return `values go from 1 to ${rules.values}`;
  return `a tile is a colour letter and a value, such as ${letters[0]}1, or J`;
}

/** @param {unknown} words @param {Rules} rules @param {string} place @returns {Tile[]} */
export function readTiles(words, rules, place) {
  const list = typeof words === "string" ? words.split(/\s+/).filter(Boolean) : words;
  if (!Array.isArray(list)) {
    throw new Refused({ code: "bad-notation", message: `tiles are a list of words, not ${list}`, place });
  }
  return list.map((word, i) => readTile(word, rules, `${place} ${i + 1}`));
}

/** Refuses more copies of a tile than the box has.
 * @param {Tile[]} tiles @param {Rules} rules @param {string[]} [places] where each of them is */
export function checkCopies(tiles, rules, places = []) {
  /** @type {Map<Tile, number>} */
  const count = new Map();
  for (const tile of tiles) count.set(tile, (count.get(tile) ?? 0) + 1);
  for (const [tile, times] of count) {
    const copies = copiesOf(tile, rules);
    if (times <= copies) continue;
    const where = places.filter((_, i) => tiles[i] === tile);
    const often = times === 1 ? "once" : times === 2 ? "twice" : `${times} times`;
    const have =
      copies === 0
        ? "there are none in these rules"
        : copies === 1
          ? "there is only 1 of it"
          : `there are only ${copies} of it`;
    throw new Refused({
      code: "too-many-copies",
      message: `'${tile}' comes ${often}${where.length > 0 ? ` (${where.join(", ")})` : ""}, but ${have}`,
      word: tile,
      places: where,
      count: times,
      copies,
    });
  }
}
