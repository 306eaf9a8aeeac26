// The board as a value: melds and a rack of pieces that keep their identity wherever they go.

import { isJoker } from "./notation.js";

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").MeldOnBoard} MeldOnBoard */
/** @typedef {import("./types.js").Board} Board */

/** Where pieces go: the rack, a meld (before the piece at `index`), a new meld, or away.
 * @typedef {{ to: "rack" | "new" | "bin", index?: number } | { to: "meld", key: number, index?: number }} Target */

let last = 0;
const fresh = () => (last += 1);

/** @param {Tile} tile @returns {Piece} */
export const piece = (tile) => ({ id: fresh(), tile });

/** @param {Tile[][]} table @param {Tile[]} rack @returns {Board} */
export function makeBoard(table, rack) {
  return { melds: table.map((tiles) => ({ key: fresh(), pieces: tiles.map(piece) })), rack: rack.map(piece) };
}

/** @param {Board} board */
export const tableOf = (board) => board.melds.map((meld) => meld.pieces.map((each) => each.tile));
/** @param {Board} board */
export const rackOf = (board) => board.rack.map((each) => each.tile);
/** @param {Board} board */
export const piecesOf = (board) => [...board.melds.flatMap((meld) => meld.pieces), ...board.rack];

/** @param {Board} board @param {number[]} ids @param {Target} target @returns {Board} */
export function move(board, ids, target) {
  const going = piecesOf(board).filter((each) => ids.includes(each.id));
  return put(board, going, target);
}

/** Puts pieces somewhere, taking them from where they were. A meld left empty is gone.
 * @param {Board} board @param {Piece[]} going @param {Target} target @returns {Board} */
export function put(board, going, target) {
  const ids = new Set(going.map((each) => each.id));
  /** @param {Piece[]} pieces @param {number | undefined} index */
  const insert = (pieces, index) => {
    const at =
      index === undefined ? pieces.length : pieces.slice(0, index).filter((each) => !ids.has(each.id)).length;
    const rest = pieces.filter((each) => !ids.has(each.id));
    return [...rest.slice(0, at), ...going, ...rest.slice(at)];
  };
  const without = (/** @type {Piece[]} */ pieces) => pieces.filter((each) => !ids.has(each.id));
  const melds = board.melds.map((meld) => {
    const pieces =
      target.to === "meld" && target.key === meld.key
        ? insert(meld.pieces, target.index)
        : without(meld.pieces);
    return pieces.length === meld.pieces.length && pieces.every((each, i) => each === meld.pieces[i])
      ? meld
      : { key: meld.key, pieces };
  });
  if (target.to === "new" && going.length > 0)
    melds.splice(target.index ?? melds.length, 0, { key: fresh(), pieces: going });
  return {
    melds: melds.filter((meld) => meld.pieces.length > 0),
    rack: target.to === "rack" ? insert(board.rack, target.index) : without(board.rack),
  };
}

/** Puts a meld's pieces into the order in which the meld is written.
 * @param {MeldOnBoard} meld @param {Tile[]} tiles @returns {MeldOnBoard} */
export function reorder(meld, tiles) {
  const left = [...meld.pieces];
  const pieces = tiles.map((tile) => {
    const at = left.findIndex((each) => each.tile === tile);
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found ?? piece(tile);
  });
  return { ...meld, pieces };
}

/** How many tiles two lists have in common.
 * @param {Tile[]} a @param {Tile[]} b */
function common(a, b) {
  const left = [...b];
  return a.filter((tile) => {
    const at = left.indexOf(tile);
    if (at < 0) return false;
    left.splice(at, 1);
    return true;
  }).length;
}

/** The same pieces laid out anew, each where that disturbs least, so that a change can be shown as movement.
 * `same` tells, where it is known, which old meld each new one is.
 * @param {Board} board @param {Tile[][]} table @param {Tile[]} rack @param {(number | undefined)[]} [same] @returns {Board} */
export function relaid(board, table, rack, same) {
  /** @type {{ target: number, source: number, shared: number }[]} */
  const pairs = [];
  table.forEach((tiles, target) => {
    board.melds.forEach((meld, source) => {
      const old = meld.pieces.map((each) => each.tile);
      const shared = common(tiles, old);
      // A meld that stays as it was keeps its place before any other claim on it.
      if (shared > 0)
        pairs.push({
          target,
          source,
          shared:
            shared * 2 -
            Math.abs(old.length - tiles.length) * 0.1 +
            (shared === old.length && shared === tiles.length ? 100 : 0),
        });
    });
  });
  pairs.sort((a, b) => b.shared - a.shared || a.target - b.target);
  /** @type {Map<number, number>} */
  const sourceOf = new Map();
  const used = new Set();
  same?.forEach((source, target) => {
    if (source === undefined || source < 0) return;
    sourceOf.set(target, source);
    used.add(source);
  });
  for (const { target, source } of same ? [] : pairs) {
    if (sourceOf.has(target) || used.has(source)) continue;
    sourceOf.set(target, source);
    used.add(source);
  }
  const loose = new Set(piecesOf(board));
  /** @type {(Piece | null)[][]} */
  const slots = table.map((tiles) => tiles.map(() => null));
  /** @param {Piece[]} from @param {Tile} tile */
  const take = (from, tile) => {
    const found = from.find((each) => each.tile === tile && loose.has(each));
    if (found) loose.delete(found);
    return found ?? null;
  };
  table.forEach((tiles, target) => {
    const source = sourceOf.get(target);
    const from = source === undefined ? [] : (board.melds[source]?.pieces ?? []);
    tiles.forEach((tile, i) => {
      /** @type {(Piece | null)[]} */ (slots[target])[i] = take(from, tile);
    });
  });
  const newRack = rack.map((tile) => take(board.rack, tile));
  const spare = () => [...loose];
  const melds = table.map((tiles, target) => {
    const source = sourceOf.get(target);
    const old = source === undefined ? undefined : board.melds[source];
    const pieces = tiles.map((tile, i) => slots[target]?.[i] ?? take(spare(), tile) ?? piece(tile));
    return { key: old?.key ?? fresh(), pieces };
  });
  return {
    melds,
    rack: newRack.map(
      (each, i) =>
        each ?? take(spare(), /** @type {Tile} */ (rack[i])) ?? piece(/** @type {Tile} */ (rack[i])),
    ),
  };
}

/** As `relaid`, but melds that go on lie where they lay, and new ones come after them.
 * @param {Board} board @param {Tile[][]} table @param {Tile[]} rack @returns {Board} */
export function inPlace(board, table, rack) {
  const now = relaid(board, table, rack);
  const place = new Map(board.melds.map((meld, i) => [meld.key, i]));
  const at = (/** @type {MeldOnBoard} */ meld) => place.get(meld.key) ?? board.melds.length;
  return { ...now, melds: [...now.melds].sort((a, b) => at(a) - at(b)) };
}

/** What the tiles would cost a player left with them.
 * @param {Tile[]} tiles @param {number} penalty */
export const costOf = (tiles, penalty) =>
  tiles.reduce((sum, tile) => sum + (isJoker(tile) ? penalty : Number(tile.slice(1))), 0);
