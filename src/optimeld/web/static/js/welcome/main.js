// The first page: a position that plays itself, and how the game is played.

import { makeBoard } from "../shared/board.js";
import { BoardView } from "../shared/board-view.js";
import { byId, h, icon, stillness } from "../shared/dom.js";
import { solve } from "../shared/engine.js";
import { legend } from "../shared/legend.js";
import { parsePosition } from "../shared/notation.js";
import { RETAIL } from "../shared/rules.js";
import { setUpShell } from "../shared/shell.js";
import { framesOf } from "../shared/steps.js";
import { tilePicture, withTiles } from "../shared/tile.js";
import { boardsOf, marksOn } from "../shared/walk.js";

/** @typedef {import("../shared/types.js").Board} Board */

const POSITION = "R3 R4 R5 R6 | B3 B4 B5 | K8 R8 B8 O8 // K3 O3 K9 K10";
const MOVE_MS = 600;
const PAUSE_MS = 2300;
const REST_MS = 4500;

// The pictures of the lessons

for (const place of document.querySelectorAll("[data-tiles]")) {
  if (!(place instanceof HTMLElement)) continue;
  const laid = (place.dataset.new ?? "").split(" ");
  const moved = (place.dataset.moved ?? "").split(" ");
  const mark = (/** @type {string} */ tile) =>
    laid.includes(tile) ? "fresh" : moved.includes(tile) ? "moved" : "";
  place.className = "tiles";
  place.append(...(place.dataset.tiles ?? "").split(" ").map((tile) => tilePicture(tile, mark(tile))));
}
byId("legend").append(legend());

// The position that plays itself

const { table, rack } = parsePosition(POSITION, RETAIL);
const start = makeBoard(table, rack);
const view = new BoardView(byId("demo-melds"), byId("demo-rack"), { moveHere: () => {} });
/** @type {{ board: Board, words: string }[]} */
let pictures = [{ board: start, words: "" }];
let at = 0;
let timer = 0;

function show() {
  const { board, words } = pictures[at] ?? { board: start, words: "" };
  view.render(board, { readOnly: true, marks: marksOn(start, board), pace: at === 0 ? 0 : MOVE_MS });
  const last = at > 0 && at === pictures.length - 1;
  byId("demo-words").replaceChildren(
    h("span", {}, at === 0 ? "Your rack is at the bottom, the table above it." : withTiles(words)),
    last ? h("b", {}, " The rack is empty: you win.") : "",
  );
}

function tick() {
  at = (at + 1) % pictures.length;
  show();
  timer = window.setTimeout(tick, at === pictures.length - 1 ? REST_MS : PAUSE_MS);
}

function toggle() {
  if (timer) clearTimeout(timer);
  timer = timer ? 0 : window.setTimeout(tick, 400);
  byId("demo-pause").replaceChildren(icon(timer ? "pause" : "play"));
  byId("demo-pause").setAttribute("aria-label", timer ? "Pause" : "Show how");
}

async function begin() {
  show();
  const play = await solve({ position: POSITION });
  const frames = framesOf(table, rack, play.steps);
  const boards = boardsOf(start, frames, RETAIL.min_meld, "in your hand");
  pictures = frames.map((frame, i) => ({ board: boards[i] ?? start, words: frame.words }));
  byId("demo-melds").dataset.ready = "yes";
  // Whoever wants less motion starts it by hand.
  toggle();
  if (stillness()) toggle();
}

byId("demo-pause").addEventListener("click", toggle);
setUpShell([{ keys: [" "], text: "Pause the position, or let it play", run: toggle }], "Help");
begin();
