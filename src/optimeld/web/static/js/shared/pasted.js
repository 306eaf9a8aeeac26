// Positions as people write them: notation, one meld a line, colours as words, JSON, a link of this page.

import { NotationError, parsePosition, parseTiles } from "./notation.js";
import { RETAIL } from "./rules.js";
import { fromUrl } from "./url.js";

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Rules} Rules */
/** @typedef {{ name: string, table: Tile[][], rack: Tile[], rules: Rules, opening: boolean }} Read */

const WORDS = /** @type {Record<string, string>} */ ({
  black: "K",
  red: "R",
  blue: "B",
  orange: "O",
  yellow: "O",
  joker: "J",
  jokers: "J",
  "*": "J",
  "☺": "J",
});
const RACK = /^\s*(?:my |the |your )?(?:rack|hand|tiles)\s*[:=-]?\s*/i;
const TABLE = /^\s*(?:the )?(?:table|board|melds)\s*[:=-]?\s*/i;

/** `red 5, 6, 7` and `R5 6 7` say the colour once: every number gets its own.
 * @param {string} text */
function spelled(text) {
  const words = text
    .replace(/[()[\]{}"'`]/g, " ")
    .replace(
      /\b(black|red|blue|orange|yellow|jokers?)\b|[*☺]/gi,
      (word) => ` ${WORDS[word.toLowerCase()] ?? word} `,
    )
    .replace(/([A-Z])\s+(?=\d)/gi, "$1")
    .replace(/(\d)\s*[–—-]\s*(?:[A-Z])?(\d)/gi, "$1-$2")
    .split(/[\s,;+]+/)
    .filter(Boolean);
  let colour = "";
  return words
    .map((word) => {
      if (/^\d/.test(word)) return `${colour}${word}`;
      colour = /^([A-Z])\d/i.exec(word)?.[1] ?? "";
      return word;
    })
    .join(" ");
}

/** Lines of one position: a meld each, the rack where a line says so, after `//`, or below a blank line.
 * @param {string[]} lines @param {Rules} rules @returns {Read} */
function readLines(lines, rules) {
  /** @type {Tile[][]} */
  const table = [];
  /** @type {Tile[]} */
  const rack = [];
  let toRack = false;
  for (const raw of lines) {
    const line = raw.replace(/^\s*(?:[-•·*]|\d+[.):])\s+/, "").trim();
    if (RACK.test(line)) toRack = true;
    else if (TABLE.test(line)) toRack = false;
    const [before = "", after] = line.replace(RACK, "").replace(TABLE, "").split("//");
    if (toRack) rack.push(...parseTiles(spelled(before), rules));
    else
      for (const meld of before.split("|")) {
        const tiles = parseTiles(spelled(meld), rules);
        if (tiles.length > 0) table.push(tiles);
      }
    if (after !== undefined) {
      toRack = true;
      rack.push(...parseTiles(spelled(after), rules));
    }
  }
  return { name: "", table, rack, rules, opening: false };
}

/** @param {any} data @param {Rules} rules @returns {Read[]} */
function readJson(data, rules) {
  if (Array.isArray(data)) return data.flatMap((each) => readJson(each, rules));
  if (typeof data === "string") return readPasted(data, rules);
  if (!data || typeof data !== "object") throw new NotationError("this JSON holds no position");
  const name = typeof data.name === "string" ? data.name : "";
  if (Array.isArray(data.positions)) return readJson(data.positions, rules);
  if (typeof data.p === "string") return [{ name, ...fromUrl(data.p) }];
  if (typeof data.position === "string")
    return readPasted(data.position, rules).map((read) => ({ ...read, name }));
  if (!("table" in data) && !("rack" in data)) throw new NotationError("this JSON holds no position");
  const words = (/** @type {unknown} */ given) =>
    Array.isArray(given) ? given.join(" ") : String(given ?? "");
  const melds = Array.isArray(data.table) ? data.table.map(words) : words(data.table).split("|");
  return [
    {
      name,
      table: melds
        .map((/** @type {string} */ meld) => parseTiles(meld, rules))
        .filter((/** @type {Tile[]} */ meld) => meld.length > 0),
      rack: parseTiles(words(data.rack), rules),
      rules: { ...rules, ...(data.rules ?? {}) },
      opening: data.opened === false || data.opening === true,
    },
  ];
}

/** Every position in a text. An error says which part is not understood.
 * @param {string} text @param {Rules} [rules] @returns {Read[]} */
export function readPasted(text, rules = RETAIL) {
  const whole = text.trim();
  if (whole === "") return [];
  if (whole.startsWith("{") || whole.startsWith("[")) {
    /** @type {unknown} */
    let data;
    try {
      data = JSON.parse(whole);
    } catch {
      throw new NotationError("this looks like JSON, but it cannot be read");
    }
    return readJson(data, rules);
  }
  const links = whole.match(/[?&]p=[^\s&#]*/g);
  if (links) return links.map((link) => ({ name: "", ...fromUrl(decodeURIComponent(link.slice(3))) }));
  const lines = whole.split(/\r?\n/).map((line) => line.trim());
  const full = lines.filter((line) => line !== "" && !line.startsWith("#"));
  // Every line a position of its own, or all lines together one.
  if (full.length > 1 && full.every((line) => line.includes("//")))
    return full.map((line) => ({ name: "", ...parsePosition(line, rules), rules, opening: false }));
  if (full.length === 1 && !RACK.test(full[0] ?? "") && !TABLE.test(full[0] ?? "")) {
    const [only = ""] = full;
    try {
      return [{ name: "", ...parsePosition(only, rules), rules, opening: false }];
    } catch {
      const [table = "", rack] = only.includes("//")
        ? only.split("//")
        : only.includes("|")
          ? [only, ""]
          : ["", only];
      return [readLines([...table.split("|"), `// ${rack ?? ""}`], rules)];
    }
  }
  // With no word for the rack, what stands alone below a blank line is the rack.
  if (!full.some((line) => RACK.test(line) || line.includes("//"))) {
    const blank = lines.lastIndexOf("");
    if (blank > 0)
      return [
        readLines(
          [...lines.slice(0, blank).filter(Boolean), "//", ...lines.slice(blank + 1).filter(Boolean)],
          rules,
        ),
      ];
  }
  return [readLines(full, rules)];
}
