// Odds in the page: exact counts from the tables that come with it, and deals made on the spot.

import { copiesOf, kinds } from "../shared/notation.js";
import { Refused } from "./core.js";
import { readRules } from "./reading.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** Tables by the rules they are of.
 * @typedef {{ count: Record<string, any>, opening: Record<string, any> }} Tables */

const BATCH = 100;
const Z = 1.96;

const elsewhere = (/** @type {string} */ what) =>
  new Refused({
    code: "over-limit",
    message: `this page has ${what} of the retail box alone; the command line and the server work out the others`,
  });

/** How many hands of each size win.
 * @param {Tables} tables @param {any} body */
export function count(tables, body) {
  const { values = 13, colours = 4, copies = 2, jokers = 0, min_meld = 3, max_size = 14 } = body;
  const table = tables.count[[values, colours, copies, jokers, min_meld].join("-")];
  if (!table) throw elsewhere("the exact counts");
  return { ...table, hands: table.hands.slice(0, max_size + 1) };
}

/** How often a rack of each size can open.
 * @param {Tables} tables @param {any} body */
export function exactOpening(tables, body) {
  const rules = readRules(body.rules);
  const { values, colours, copies, jokers, min_meld, opening_points } = rules;
  const table = tables.opening[[values, colours, copies, jokers, min_meld, opening_points].join("-")];
  if (!table) throw elsewhere("the exact odds of an opening");
  const largest = body.max_size ?? 24;
  return { sizes: table.sizes.filter((/** @type {{ size: number }} */ each) => each.size <= largest) };
}

/** The 95 % interval of a share (Wilson).
 * @param {number} successes @param {number} trials */
function wilson(successes, trials) {
  const share = successes / trials;
  const wide = 1 + (Z * Z) / trials;
  const middle = (share + (Z * Z) / (2 * trials)) / wide;
  const half = (Z / wide) * Math.sqrt((share * (1 - share)) / trials + (Z * Z) / (4 * trials * trials));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Racks dealt at random, and how many of them can open: an estimate after every batch.
 * @param {Core} core @param {any} body @returns {Generator<[string, unknown]>} */
export function* dealtOpening(core, body) {
  const rules = readRules(body.rules);
  const size = body.size ?? 14;
  const box = kinds(rules).flatMap((tile) => Array(copiesOf(tile, rules)).fill(tile));
  if (size > box.length) {
    const message = `size is ${size}, but the box holds ${box.length} tiles`;
    throw new Refused({ code: "usage", message });
  }
  const wanted = body.deals ?? 4000;
  let deals = 0;
  let opens = 0;
  while (deals < wanted) {
    for (let i = 0; i < BATCH && deals < wanted; i += 1) {
      const rack = deal(box, size);
      const best = core.ask({ ask: "solve", rules, table: [], rack, opening: true, steps: false });
      deals += 1;
      if (best.tiles > 0) opens += 1;
    }
    yield ["estimate", { size, deals, opens, share: opens / deals, ...wilson(opens, deals) }];
  }
}

/** The first `size` places of a fair shuffle.
 * @param {Tile[]} box @param {number} size @returns {Tile[]} */
function deal(box, size) {
  const tiles = [...box];
  for (let i = 0; i < size; i += 1) {
    const j = i + Math.floor(Math.random() * (tiles.length - i));
    [tiles[i], tiles[j]] = [/** @type {Tile} */ (tiles[j]), /** @type {Tile} */ (tiles[i])];
  }
  return tiles.slice(0, size);
}
