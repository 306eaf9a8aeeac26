import assert from "node:assert/strict";
import { test } from "node:test";

import { makeBoard, tableOf } from "../../src/optimeld/web/static/js/shared/board.js";
import { framesOf } from "../../src/optimeld/web/static/js/shared/steps.js";
import { boardsOf, marksOn } from "../../src/optimeld/web/static/js/shared/walk.js";

const TABLE = [["R4", "R5", "R6", "R7"]];
const RACK = ["K7", "B7"];
// What `optimeld solve 'R4 R5 R6 R7 // K7 B7' --json` says.
const STEPS = [
  {
    action: "split",
    tiles: ["R7"],
    from: 0,
    to: 1,
    left: ["R4", "R5", "R6"],
    makes: ["R7"],
    text: "Take R7",
  },
  {
    action: "extend",
    tiles: ["K7", "B7"],
    from: "rack",
    to: 1,
    left: null,
    makes: ["K7", "R7", "B7"],
    text: "Add",
  },
];

test("each step is a picture, from the old table to the new one", () => {
  const frames = framesOf(TABLE, RACK, STEPS);
  assert.deepEqual(
    frames.map((frame) => frame.melds),
    [
      TABLE,
      [["R4", "R5", "R6"], ["R7"]],
      [
        ["R4", "R5", "R6"],
        ["K7", "R7", "B7"],
      ],
    ],
  );
  assert.deepEqual(
    frames.map((frame) => frame.rack),
    [RACK, RACK, []],
  );
});

test("a joker that was freed is in the hand until it is laid", () => {
  const steps = [
    {
      action: "swap",
      tiles: ["R5"],
      from: "rack",
      to: 0,
      left: null,
      makes: ["R4", "R5", "R6"],
      freed_jokers: 1,
      text: "",
    },
    {
      action: "place",
      tiles: [],
      from: "hand",
      to: 1,
      left: null,
      makes: ["K1", "K2", "K3", "J"],
      laid_jokers: 1,
      text: "",
    },
  ];
  const frames = framesOf(
    [
      ["R4", "J", "R6"],
      ["K1", "K2", "K3"],
    ],
    ["R5"],
    steps,
  );
  assert.deepEqual(
    frames.map((frame) => frame.hand),
    [[], ["J"], []],
  );
});

test("every tile is followed: those from the rack are golden, those that moved blue", () => {
  const start = makeBoard(TABLE, RACK);
  const boards = boardsOf(start, framesOf(TABLE, RACK, STEPS), 3, "in your hand");
  const end = boards.at(-1);
  assert.deepEqual(tableOf(end), [
    ["R4", "R5", "R6"],
    ["K7", "R7", "B7"],
  ]);
  const marks = marksOn(start, end);
  const marked = end.melds.flatMap((meld) => meld.pieces).map((each) => marks.get(each.id) ?? "");
  assert.deepEqual(marked, ["", "", "", "fresh", "moved", "fresh"]);
  assert.equal(boards[1].melds[1].note, "to be completed");
});
