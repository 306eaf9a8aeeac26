// A turn as one line of a record, read back into what was done: `2 plays K4 : K1 K2 K3 => K1 K2 K3 K4`.

import { Refused } from "./core.js";

/** @typedef {import("../shared/types.js").Tile} Tile */

const words = (/** @type {string} */ text) => text.split(" ").filter(Boolean);
const melds = (/** @type {string} */ text) =>
  text
    .split("|")
    .map(words)
    .filter((meld) => meld.length > 0);

/** The table after `melds that went => melds that came`.
 * @param {string} change @param {Tile[][]} before @returns {Tile[][]} */
function changed(change, before) {
  const [gone = "", came = ""] = change.split("=>");
  const table = [...before];
  for (const meld of melds(gone)) {
    // Of two alike the game keeps the first where it lay.
    const at = table.map((each) => each.join(" ")).lastIndexOf(meld.join(" "));
    if (at < 0) throw bad(change);
    table.splice(at, 1);
  }
  return [...table, ...melds(came)];
}

const bad = (/** @type {string} */ line) =>
  new Refused({ code: "bad-record", message: `not a turn: '${line}'`, word: line });

/** What to ask of the core so that this turn is taken again, and the table after it where that changed.
 * @param {string} line @param {Tile[][]} before @returns {{ moves: Record<string, unknown>[], table?: Tile[][] }} */
export function parseTurn(line, before) {
  const form = /^[1-9] (opens|plays|draws|takes|passes|forfeits)(?: (.*))?$/.exec(
    (line.split(" # ")[0] ?? "").trim(),
  );
  if (!form) throw bad(line);
  const [, verb, rest = ""] = form;
  switch (verb) {
    case "opens":
    case "plays": {
      const table = changed(rest.split(" : ")[1] ?? "", before);
      return { moves: [{ op: "play", table }], table };
    }
    case "takes":
      return { moves: [{ op: "take", tile: rest }] };
    case "forfeits":
      return { moves: [{ op: "forfeit", tiles: words(rest).length }] };
    case "draws": {
      const [drawn = "", laid] = rest.split(" lays ");
      return { moves: laid === undefined ? [{ op: "draw" }] : [{ op: "draw" }, { op: "keep", tile: drawn }] };
    }
    default:
      return { moves: [{ op: "draw" }] };
  }
}
