// What colours, shapes, letters and marks mean: on the welcome page and in every page's help.

import { h } from "./dom.js";
import { COLOUR_NAMES } from "./notation.js";
import { tilePicture } from "./tile.js";

const EXAMPLES = ["K7", "R7", "B7", "O7"];
const MARKS = /** @type {const} */ ([
  ["R5", "fresh", "gold: laid from a rack, or just drawn"],
  ["B6", "moved", "blue: moved from another meld"],
  ["K9", "theirs", "pale gold: laid by another player since your last turn"],
]);

/** @param {string} tile @param {string} classes @param {string} words */
const entry = (tile, classes, words) => h("li", {}, tilePicture(tile, classes), h("span", {}, words));

export function legend() {
  return h(
    "div",
    { class: "legend" },
    h(
      "ul",
      { "aria-label": "Colours" },
      EXAMPLES.map((tile) =>
        entry(tile, "small", `${COLOUR_NAMES[tile[0] ?? ""]}, written ${tile[0]} (${tile} is this tile)`),
      ),
      entry("J", "small", "joker, written J"),
    ),
    h(
      "ul",
      { "aria-label": "Marks" },
      MARKS.map(([tile, mark, words]) => entry(tile, `small ${mark}`, words)),
    ),
  );
}
