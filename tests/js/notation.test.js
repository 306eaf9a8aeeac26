import assert from "node:assert/strict";
import { test } from "node:test";

import {
  copiesOf,
  kinds,
  NotationError,
  nameOf,
  order,
  parsePosition,
  parseTiles,
  printPosition,
} from "../../src/optimeld/web/static/js/shared/notation.js";
import { RETAIL } from "../../src/optimeld/web/static/js/shared/rules.js";

test("a position reads back as it was printed", () => {
  const table = [
    ["K1", "K2", "K3"],
    ["R5", "B5", "J"],
  ];
  const text = printPosition(table, ["O13", "J"]);
  assert.equal(text, "K1 K2 K3 | R5 B5 J // O13 J");
  assert.deepEqual(parsePosition(text, RETAIL), { table, rack: ["O13", "J"] });
});

test("lower case, Y and the shorthands of quick typing are read", () => {
  assert.deepEqual(parseTiles("r3-5 krb7 y1 j", RETAIL), ["R3", "R4", "R5", "K7", "R7", "B7", "O1", "J"]);
});

test("without // a text with | is a table, and any other a rack", () => {
  assert.deepEqual(parsePosition("K1 K2 K3 |", RETAIL), { table: [["K1", "K2", "K3"]], rack: [] });
  assert.deepEqual(parsePosition("K1 K2", RETAIL), { table: [], rack: ["K1", "K2"] });
});

for (const wrong of ["X5", "R14", "R0", "R7-3", "5R", "G1", "K1 // K2 // K3"]) {
  test(`${wrong} is refused in words that quote it`, () => {
    assert.throws(
      () => parsePosition(wrong, RETAIL),
      (error) => error instanceof NotationError && /“/.test(error.message),
    );
  });
}

test("the kinds of a box are its colours by value, and a joker where there is one", () => {
  assert.equal(kinds(RETAIL).length, 53);
  assert.equal(kinds({ ...RETAIL, jokers: 0 }).length, 52);
  assert.equal(kinds({ ...RETAIL, colours: 5 }).at(-2), "G13");
  assert.equal(copiesOf("J", { ...RETAIL, jokers: 4 }), 4);
});

test("tiles are put in order by colour or by value, jokers last", () => {
  const tiles = ["J", "R2", "K3", "O1", "K1"];
  assert.deepEqual([...tiles].sort(order("colour")), ["K1", "K3", "R2", "O1", "J"]);
  assert.deepEqual([...tiles].sort(order("value")), ["K1", "O1", "R2", "K3", "J"]);
});

test("a tile is named for screen readers", () => {
  assert.deepEqual(["R5", "J"].map(nameOf), ["red 5", "joker"]);
});
