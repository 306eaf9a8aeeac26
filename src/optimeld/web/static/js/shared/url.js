// A position in the address, written as the package's `Position.to_url` writes it:
// `K1K2K3_R5B5O5~R6K4J`, then the rules that are not the retail ones, then `opened.no`.

import { RETAIL } from "./rules.js";

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {{ table: Tile[][], rack: Tile[], rules: Rules, opening: boolean }} Place */

/** @param {Place} place */
export function toUrl({ table, rack, rules, opening }) {
  const parts = [table.map((meld) => meld.join("")).join("_"), rack.join("")];
  for (const [name, value] of Object.entries(rules)) {
    if (value === RETAIL[/** @type {keyof Rules} */ (name)]) continue;
    parts.push(`${name.replaceAll("_", "-")}.${value === true ? "yes" : value === false ? "no" : value}`);
  }
  if (opening) parts.push("opened.no");
  return parts.join("~");
}

const tilesIn = (/** @type {string} */ text) => text.toUpperCase().match(/[A-Z]\d*/g) ?? [];

/** Reads what `toUrl` wrote. What it does not know it leaves out: an old link still shows its tiles.
 * @param {string} text @returns {Place} */
export function fromUrl(text) {
  const [table = "", rack = "", ...rest] = text.split("~");
  /** @type {Record<string, unknown>} */
  const rules = { ...RETAIL };
  let opening = false;
  for (const part of rest) {
    const [dashed = "", word = ""] = part.split(".");
    const name = dashed.replaceAll("-", "_");
    const usual = RETAIL[/** @type {keyof Rules} */ (name)];
    if (name === "opened") opening = word === "no";
    else if (typeof usual === "number" && /^\d{1,4}$/.test(word)) rules[name] = Number(word);
    else if (typeof usual === "boolean") rules[name] = word === "yes";
    else if (name === "joker_rule" && ["official", "free", "locked"].includes(word)) rules[name] = word;
  }
  return {
    table: table
      .split("_")
      .map(tilesIn)
      .filter((meld) => meld.length > 0),
    rack: tilesIn(rack),
    rules: /** @type {Rules} */ (/** @type {unknown} */ (rules)),
    opening,
  };
}
