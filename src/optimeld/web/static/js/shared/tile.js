// The tile as an element: its number in its colour, and the shape that says the colour again.

import { colourOf, isJoker, nameOf, numberOf } from "./notation.js";
import { h, svg } from "./dom.js";

/** @typedef {import("./types.js").Tile} Tile */

// The same shapes as in the terminal and in the package's pictures.
export const SHAPES = /** @type {Record<string, string>} */ ({
  K: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19z",
  R: "M12 1 22 12 12 23 2 12z",
  B: "M4 4h16v16H4z",
  O: "M12 3 22 21H2z",
  G: "m12 1.5 3.2 7 7.5.8-5.6 5.1 1.6 7.5-6.7-3.8-6.7 3.8 1.6-7.5L1.3 9.3l7.5-.8z",
  P: "M2 3h20L12 21z",
  C: "M8.5 2h7v6.5H22v7h-6.5V22h-7v-6.5H2v-7h6.5z",
  W: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm0 5.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
  J: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM8.3 7.2a1.7 2.2 0 1 1 0 4.4 1.7 2.2 0 0 1 0-4.4zM15.7 7.2a1.7 2.2 0 1 1 0 4.4 1.7 2.2 0 0 1 0-4.4zM6.2 13.6h11.6a5.8 5.4 0 0 1-11.6 0z",
});

/** @param {string} colour */
export const pip = (colour) =>
  svg(
    "svg",
    { class: "pip", viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: SHAPES[colour] ?? "", "fill-rule": "evenodd" }),
  );

/** @param {Tile} tile @returns {Node[]} */
function face(tile) {
  return isJoker(tile)
    ? [pip("J")]
    : [h("span", { "aria-hidden": "true" }, numberOf(tile)), pip(colourOf(tile))];
}

/** A tile that only shows.
 * @param {Tile} tile @param {string} [classes] */
export function tilePicture(tile, classes = "small") {
  const wide = numberOf(tile) > 99 ? " wide-num" : "";
  return h(
    "span",
    {
      class: `tile ${classes}${wide}`,
      "data-c": colourOf(tile),
      "data-tile": tile,
      role: "img",
      "aria-label": nameOf(tile),
    },
    face(tile),
  );
}

/** A tile that can be pressed and dragged.
 * @param {Tile} tile @param {string} [classes] */
export function tileButton(tile, classes = "") {
  const wide = numberOf(tile) > 99 ? " wide-num" : "";
  return h(
    "button",
    {
      type: "button",
      class: `tile grab ${classes}${wide}`,
      "data-c": colourOf(tile),
      "data-tile": tile,
      "aria-label": nameOf(tile),
    },
    face(tile),
  );
}

/** A row of tiles that only show.
 * @param {Tile[]} tiles @param {string} [classes] */
export function tileRow(tiles, classes = "small") {
  return h(
    "span",
    { class: "tiles" },
    tiles.map((tile) => tilePicture(tile, classes)),
  );
}

/** Words with the tiles in them drawn as tiles.
 * @param {string} text @returns {(Node | string)[]} */
export function withTiles(text) {
  return text
    .split(/\b((?:[KRBOGPCW]\d{1,3}|J))\b/)
    .map((part, i) => (i % 2 ? tilePicture(part, "tiny") : part));
}
