// A position as a picture of its own: SVG without ids, style sheets or fonts to fetch, and PNG made from it.

import { colourOf, isJoker, printPosition, numberOf } from "./notation.js";
import { SHAPES } from "./tile.js";

/** @typedef {import("./types.js").Tile} Tile */

const [TILE_W, TILE_H, GAP, MELD_GAP, ROW_GAP, MARGIN] = [40, 54, 3, 20, 16, 20];
const INKS = /** @type {Record<string, string>} */ ({
  K: "#1d2530",
  R: "#c3172f",
  B: "#1857c4",
  O: "#a94d00",
  G: "#12713a",
  P: "#7326b8",
  C: "#0b6a80",
  W: "#66605a",
  J: "#8a2a72",
});

/** @param {Tile} tile @param {number} x @param {number} y */
function drawTile(tile, x, y) {
  const ink = INKS[colourOf(tile)] ?? "#000";
  const shape = (/** @type {number} */ left, /** @type {number} */ top, /** @type {number} */ size) =>
    `<path transform="translate(${left} ${top}) scale(${size / 24})" d="${SHAPES[colourOf(tile)]}" fill="${ink}" fill-rule="evenodd"/>`;
  const body = `<rect x="${x}" y="${y}" width="${TILE_W}" height="${TILE_H}" rx="7" fill="#fbf6e6" stroke="#cfc2a4"/>`;
  if (isJoker(tile)) return body + shape(x + 5, y + 12, 30);
  const number = `<text x="${x + TILE_W / 2}" y="${y + 27}" font-size="23" font-weight="800" text-anchor="middle" fill="${ink}">${numberOf(tile)}</text>`;
  return body + number + shape(x + 13, y + 34, 14);
}

/** Melds put into rows as wide as the picture.
 * @param {Tile[][]} melds @param {number} width */
function placeMelds(melds, width) {
  let [x, y] = [MARGIN, MARGIN];
  const placed = melds.map((meld) => {
    const wide = meld.length * (TILE_W + GAP) - GAP;
    if (x > MARGIN && x + wide > width - MARGIN) [x, y] = [MARGIN, y + TILE_H + ROW_GAP];
    const at = { meld, x, y };
    x += wide + MELD_GAP;
    return at;
  });
  return { placed, height: (melds.length > 0 ? y + TILE_H : TILE_H) + MARGIN };
}

/** @param {Tile[][]} table @param {Tile[]} rack */
export function pictureOf(table, rack) {
  const longest = Math.max(0, ...table.map((meld) => meld.length)) * (TILE_W + GAP);
  const width = Math.max(660, longest + 2 * MARGIN);
  const { placed, height: tableHeight } = placeMelds(table, width);
  const perRow = Math.floor((width - 2 * MARGIN + GAP) / (TILE_W + GAP));
  const rows = Math.max(1, Math.ceil(rack.length / perRow));
  const rackTop = tableHeight + 10;
  const rackHeight = 2 * MARGIN + rows * (TILE_H + 8) - 8;
  const height = rackTop + rackHeight;
  const tiles = [
    ...placed.flatMap(({ meld, x, y }) => meld.map((tile, i) => drawTile(tile, x + i * (TILE_W + GAP), y))),
    ...rack.map((tile, i) =>
      drawTile(
        tile,
        MARGIN + (i % perRow) * (TILE_W + GAP),
        rackTop + MARGIN + Math.floor(i / perRow) * (TILE_H + 8),
      ),
    ),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="Helvetica,Arial,'DejaVu Sans',sans-serif">`,
    `<title>${printPosition(table, rack)}</title>`,
    `<rect width="${width}" height="${tableHeight}" rx="14" fill="#236e5c"/>`,
    `<rect y="${rackTop}" width="${width}" height="${rackHeight}" rx="14" fill="#96663e"/>`,
    ...tiles,
    "</svg>",
  ].join("\n");
}

/** @param {string} picture an SVG @param {number} [scale] @returns {Promise<Blob>} */
export async function pngOf(picture, scale = 2) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * scale;
  canvas.height = image.naturalHeight * scale;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot draw pictures.");
  pen.scale(scale, scale);
  pen.drawImage(image, 0, 0);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The picture could not be made.")))),
  );
}
