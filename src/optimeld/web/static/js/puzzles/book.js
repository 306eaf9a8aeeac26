// The puzzles that come with the package, read from their file; which one belongs to a day; a puzzle as a link.

import { puzzleBook } from "../shared/engine.js";
import { NotationError, parsePosition, parseTiles } from "../shared/notation.js";
import { RETAIL } from "../shared/rules.js";

/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {"lay" | "finish" | "wait"} Kind */
/** @typedef {{ kind: Kind, level: number, table: Tile[][], rack: Tile[], other: Tile[], answer: Tile[], line: string }} Puzzle */

export const KINDS = /** @type {const} */ (["lay", "finish", "wait"]);
export const LEVELS = [1, 2, 3, 4, 5];

export const KIND_NAMES = /** @type {Record<Kind, string>} */ ({
  lay: "Lay them all",
  finish: "Find the finish",
  wait: "Play or wait?",
});

export const LEVEL_NAMES = ["", "gentle", "easy", "middling", "hard", "fiendish"];

/** A line of the file: `lay 3 TABLE // RACK`, and for the third kind `wait 2 TABLE // RACK ! OTHER = ANSWER`.
 * @param {string} line @returns {Puzzle} */
export function readPuzzle(line) {
  const match = /^(lay|finish|wait) ([1-5]) ([^!=]*)(?:! ([^=]*)= (.*))?$/.exec(line.trim());
  if (!match) throw new NotationError("this is not a puzzle");
  const [, kind, level, position = "", other = "", answer = ""] = match;
  const { table, rack } = parsePosition(position, RETAIL);
  return {
    kind: /** @type {Kind} */ (kind),
    level: Number(level),
    table,
    rack,
    other: parseTiles(other, RETAIL),
    answer: kind === "wait" ? parseTiles(answer.replace("pass", ""), RETAIL) : rack,
    line: line.trim(),
  };
}

/** @typedef {{ daily: string[], more: string[] }} Book */

/** @type {Promise<Book> | null} */
let book = null;

/** @returns {Promise<Book>} */
export function openBook() {
  book ??= puzzleBook().then((text) => {
    const [daily = "", more = ""] = text.split("# more");
    const lines = (/** @type {string} */ part) =>
      part.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return { daily: lines(daily), more: lines(more) };
  });
  return book;
}

const FIRST_DAY = Date.UTC(2026, 0, 5);

/** The day where the player is, as it is written in the address.
 * @param {Date} [now] */
export const today = (now = new Date()) =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** How many days lie between the first daily puzzle and this one.
 * @param {string} day */
export const dayNumber = (day) => Math.round((Date.parse(`${day}T00:00:00Z`) - FIRST_DAY) / 86_400_000);

/** @param {string} text */
export const isDay = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(dayNumber(text));

/** @param {Book} from @param {string} day */
export function puzzleOf(from, day) {
  const count = from.daily.length;
  return readPuzzle(from.daily[((dayNumber(day) % count) + count) % count] ?? "");
}

/** The line of a puzzle so that the address carries it, and does not tell the answer at a glance.
 * @param {string} line */
export const toLink = (line) => btoa(line).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} text @returns {Puzzle} */
export function fromLink(text) {
  try {
    return readPuzzle(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
  } catch {
    throw new NotationError("This link holds no puzzle. It may have been cut short.");
  }
}
