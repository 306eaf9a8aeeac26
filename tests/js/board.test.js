// Tiles are neither lost nor made, whatever is done with them, and each keeps its identity.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  costOf,
  inPlace,
  makeBoard,
  move,
  piecesOf,
  rackOf,
  relaid,
  reorder,
  tableOf,
} from "../../src/optimeld/web/static/js/shared/board.js";

const TABLE = [
  ["K1", "K2", "K3"],
  ["R5", "B5", "O5"],
];
const board = () => makeBoard(TABLE, ["K4", "J"]);
const ids = (/** @type {ReturnType<typeof board>} */ some) => piecesOf(some).map((each) => each.id);

test("a tile moved to a meld leaves the rack and lies where it was put", () => {
  const start = board();
  const [four] = start.rack;
  const [first] = start.melds;
  const end = move(start, [four.id], { to: "meld", key: first.key, index: 0 });
  assert.deepEqual(tableOf(end)[0], ["K4", "K1", "K2", "K3"]);
  assert.deepEqual(rackOf(end), ["J"]);
  assert.deepEqual(ids(end).sort(), ids(start).sort());
  assert.equal(end.melds[1], start.melds[1], "what was not touched is the same meld");
});

test("a meld that is left empty is gone, and a new one comes where it was asked for", () => {
  const start = board();
  const going = start.melds[0].pieces.map((each) => each.id);
  const end = move(start, going, { to: "new", index: 2 });
  assert.deepEqual(tableOf(end), [TABLE[1], TABLE[0]]);
  assert.deepEqual(tableOf(move(start, going, { to: "bin" })), [TABLE[1]]);
});

test("a meld is put in order without changing its tiles", () => {
  const [meld] = makeBoard([["K3", "K1", "K2"]], []).melds;
  const ordered = reorder(meld, ["K1", "K2", "K3"]);
  assert.deepEqual(
    ordered.pieces.map((each) => each.tile),
    ["K1", "K2", "K3"],
  );
  assert.deepEqual(ordered.pieces.map((each) => each.id).sort(), meld.pieces.map((each) => each.id).sort());
});

test("a table laid out anew keeps every piece, and melds that stay keep their place", () => {
  const start = board();
  const end = relaid(
    start,
    [
      ["R5", "B5", "O5"],
      ["K1", "K2", "K3", "K4"],
    ],
    ["J"],
  );
  assert.deepEqual(ids(end).sort(), ids(start).sort());
  assert.equal(end.melds[0].key, start.melds[1].key);
  assert.deepEqual(tableOf(inPlace(start, tableOf(end), ["J"])), [["K1", "K2", "K3", "K4"], TABLE[1]]);
});

test("tiles of one kind are not mixed up", () => {
  const start = makeBoard(
    [
      ["K1", "K2", "K3"],
      ["K1", "K2", "K3"],
    ],
    [],
  );
  const end = relaid(start, tableOf(start), []);
  assert.deepEqual(ids(end), ids(start));
});

test("a rack costs its numbers, and a joker its penalty", () => {
  assert.equal(costOf(["K13", "J", "O1"], 30), 44);
});
