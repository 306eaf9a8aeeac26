// The analysis page: wires the controller to what is seen and touched.

import { relaid } from "../shared/board.js";
import { BoardView } from "../shared/board-view.js";
import { button, byId, icon, input, plural, stillness } from "../shared/dom.js";
import { setUpDrag, targetOf } from "../shared/drag.js";
import { hands } from "../shared/hands.js";
import { partsOf } from "../shared/parts.js";
import { say, setUpShell, toast } from "../shared/shell.js";
import { boardsOf, marksOn } from "../shared/walk.js";
import { headline, renderAlternatives, renderAnswer, renderOuts, surety } from "./answer.js";
import { AnalyseCtrl } from "./ctrl.js";
import { EXAMPLES } from "./examples.js";
import { Picker } from "./picker.js";
import { setUpKept } from "./kept.js";
import { renderRules } from "./rules-panel.js";
import { setUpSweep } from "./sweep.js";
import { WinPanel } from "./win.js";

/** @typedef {import("../shared/types.js").Board} Board */

const PACE_MS = 480;
const PAUSE_MS = 950;

const root = byId("board");
const notation = input("notation");
const picker = new Picker(byId("picker"));
let timer = 0;
/** @type {{ play: unknown, from: Board, boards: Board[] } | null} the pictures of the play being walked through */
let walk = null;

const ctrl = new AnalyseCtrl(
  partsOf([
    // A new question ends what was shown of the answer to the last one.
    { of: () => [ctrl.request], show: () => stopPlaying() },
    {
      of: () => [ctrl.board, ctrl.selected, ctrl.active, ctrl.play, ctrl.frame, ctrl.hovered, ctrl.looked],
      show: () => renderBoard(),
    },
    { of: () => [ctrl.board], show: () => renderNotation() },
    { of: () => [ctrl.board, ctrl.rules], show: () => picker.render(ctrl.rules, ctrl.used()) },
    { of: () => [ctrl.board, ctrl.check], show: () => renderTools() },
    {
      of: () => [
        ctrl.solution,
        ctrl.play,
        ctrl.chosen,
        ctrl.trouble,
        wrong(),
        ctrl.board.rack.length === 0,
        ctrl.waiting && !ctrl.solution,
      ],
      show: () => renderAnswer(ctrl, byId("answer"), { playing: () => timer !== 0, togglePlay }),
    },
    { of: () => [ctrl.waiting], show: () => byId("answer").setAttribute("aria-busy", String(ctrl.waiting)) },
    {
      of: () => [ctrl.alternatives, ctrl.chosen],
      show: () => renderAlternatives(ctrl, byId("alternatives")),
    },
    {
      of: () => [ctrl.outs, ctrl.wins, ctrl.board.rack.length === 0],
      show: () => renderOuts(ctrl, byId("outs")),
    },
    {
      of: () => [ctrl.rules, ctrl.layout.opening, ctrl.layout.objective],
      show: () => renderRules(ctrl, byId("rules")),
    },
    { of: () => [ctrl.solution, wrong(), ctrl.board.rack.length === 0], show: () => renderSummary() },
    { of: () => [ctrl.play, ctrl.chosen, ctrl.frame, ctrl.hovered, ctrl.looked], show: () => renderWalk() },
    { of: () => [ctrl.request, ctrl.waiting, wrong()], show: () => win.restart() },
  ]),
);

const win = new WinPanel(ctrl, byId("win"));

/** What is wrong with the position, if anything is. */
function wrong() {
  return ctrl.check && !ctrl.check.ok ? ctrl.check : null;
}

const view = new BoardView(byId("melds"), byId("rack"), {
  moveHere: (place) => {
    if (ctrl.frame !== null) {
      ctrl.stopPreview();
      return;
    }
    const target = targetOf(place);
    if (ctrl.selected.size > 0 && target) ctrl.move([...ctrl.selected], target);
    else if (target?.to === "meld") ctrl.setActive(target.key);
    else if (target?.to === "new" || target?.to === "rack") ctrl.setActive(target.to);
  },
});

const byHand = hands(ctrl);
setUpDrag(root, {
  ...byHand,
  tap: (tile, event) => {
    if (tile.dataset.from === "picker") ctrl.add(tile.dataset.tile ?? "");
    else byHand.tap(tile, event);
  },
  drop: (tile, target) => {
    if (tile.dataset.from !== "picker") byHand.drop(tile, target);
    else if (target.to !== "bin") ctrl.add(tile.dataset.tile ?? "", target);
  },
});

// The board, as it is or as the chosen play changes it

/** The board after each step, every tile followed from one picture to the next. */
function walkBoards() {
  const play = ctrl.play;
  if (!play) return [];
  if (walk?.play === play && walk.from === ctrl.board) return walk.boards;
  const boards = boardsOf(ctrl.board, play.frames, ctrl.rules.min_meld, "in your hand");
  walk = { play, from: ctrl.board, boards };
  return boards;
}

function shownBoard() {
  if (ctrl.hovered !== null) {
    const play = ctrl.alternatives?.[ctrl.hovered];
    if (play) return relaid(ctrl.board, play.table, play.remaining);
  }
  if (ctrl.looked !== null) return relaid(ctrl.board, ctrl.looked, leftAfter(ctrl.looked));
  return ctrl.frame === null ? null : (walkBoards()[ctrl.frame] ?? null);
}

/** The rack once the tiles that a table has more than ours have gone.
 * @param {import("../shared/types.js").Tile[][]} table */
function leftAfter(table) {
  const laid = table.flat();
  for (const tile of ctrl.place.table.flat()) laid.splice(laid.indexOf(tile), 1);
  const left = [...ctrl.place.rack];
  for (const tile of laid) left.splice(left.indexOf(tile), 1);
  return left;
}

function renderBoard() {
  const preview = shownBoard();
  document.body.classList.toggle("preview-on", preview !== null);
  if (preview) view.render(preview, { readOnly: true, marks: marksOn(ctrl.board, preview), pace: PACE_MS });
  else
    view.render(ctrl.board, {
      selected: ctrl.selected,
      active: ctrl.active,
      newMeld: ctrl.board.melds.length === 0 ? "Lay a meld here" : "New meld",
      // The answer is what is waited for here.
      pop: false,
    });
  byId("rack-count").textContent = plural((preview ?? ctrl.board).rack.length, "tile");
  byId("remove").hidden = ctrl.selected.size === 0;
  byId("remove-meld").hidden = preview !== null || ctrl.selected.size > 0 || typeof ctrl.active !== "number";
  button("sort").disabled = ctrl.board.rack.length < 2;
  byId("rebuild").hidden = preview !== null || !ctrl.check?.melds.some((meld) => !meld.legal);
  byId("to-rack").setAttribute("aria-pressed", String(ctrl.active === "rack"));
  byId("to-table").setAttribute("aria-pressed", String(ctrl.active !== "rack"));
}

/** Which step of the play is on the board. */
function renderWalk() {
  const badge = byId("preview-badge");
  badge.hidden = ctrl.hovered === null && ctrl.frame === null && ctrl.looked === null;
  const steps = (ctrl.play?.frames.length ?? 1) - 1;
  badge.textContent =
    ctrl.hovered !== null || ctrl.looked !== null ? "Preview" : `Step ${ctrl.frame ?? 0} of ${steps}`;
  const where = document.getElementById("step-where");
  if (where) where.textContent = `${ctrl.frame ?? 0} / ${steps}`;
  for (const step of document.querySelectorAll("#steps button")) {
    if (!(step instanceof HTMLElement)) continue;
    const current = Number(step.dataset.frame) === ctrl.frame;
    if (current) step.setAttribute("aria-current", "step");
    else step.removeAttribute("aria-current");
    if (current)
      step.parentElement?.parentElement?.scrollTo({
        top: step.offsetTop - 120 - (step.parentElement?.parentElement?.offsetTop ?? 0),
      });
  }
}

function renderNotation() {
  if (document.activeElement === notation) return;
  notation.value = ctrl.notation.replace(/^\/\/$/, "");
  showProblem("");
}

function renderTools() {
  button("undo").disabled = ctrl.past.length === 0;
  button("redo").disabled = ctrl.future.length === 0;
  byId("unseen-total").textContent = ctrl.check
    ? `${plural(ctrl.check.unseen.total, "tile")} unseen (the dots).`
    : "";
}

function renderSummary() {
  const summary = byId("summary");
  const play = ctrl.solution;
  const text = wrong() ? "Not a position yet" : play && ctrl.board.rack.length > 0 ? headline(play) : "";
  summary.hidden = text === "";
  summary.replaceChildren(text, play?.tiles ? icon("forward") : "");
  if (play && !wrong() && text) say(`${headline(play)}: ${surety(play).badge}.`);
}

// Showing the play by itself

function stopPlaying() {
  clearTimeout(timer);
  timer = 0;
  const toggle = document.getElementById("play-pause");
  toggle?.replaceChildren(icon("play"));
  toggle?.setAttribute("aria-label", "Show me");
}

function togglePlay() {
  if (timer) {
    stopPlaying();
    return;
  }
  if (!ctrl.play?.tiles) return;
  if (ctrl.frame === null || ctrl.atEnd) ctrl.goTo(0);
  const tick = () => {
    ctrl.step(1);
    if (ctrl.atEnd) stopPlaying();
    else timer = window.setTimeout(tick, PAUSE_MS);
  };
  timer = window.setTimeout(tick, stillness() ? PAUSE_MS : 350);
  const toggle = document.getElementById("play-pause");
  toggle?.replaceChildren(icon("pause"));
  toggle?.setAttribute("aria-label", "Pause");
}

// Typing and buttons

/** @param {string} text */
function showProblem(text) {
  const place = byId("notation-problem");
  place.hidden = text === "";
  place.textContent = text;
  notation.setAttribute("aria-invalid", String(text !== ""));
}

notation.addEventListener("input", () => {
  try {
    ctrl.type(notation.value);
    showProblem("");
  } catch (error) {
    showProblem(error instanceof Error ? error.message : String(error));
  }
});
notation.addEventListener("keydown", (event) => {
  if (event.key === "Enter" || event.key === "Escape") notation.blur();
});
notation.addEventListener("blur", () => {
  ctrl.typing = false;
  if (notation.getAttribute("aria-invalid") !== "true") notation.value = ctrl.notation.replace(/^\/\/$/, "");
});

async function share() {
  const url = new URL(ctrl.url, location.href).href;
  history.replaceState(null, "", ctrl.url);
  try {
    await navigator.clipboard.writeText(url);
    toast("Link copied");
  } catch {
    toast("The link is in the address bar");
  }
}

let example = -1;
const showExample = () => {
  example = (example + 1) % EXAMPLES.length;
  ctrl.type(EXAMPLES[example] ?? "");
  ctrl.typing = false;
};

byId("undo").addEventListener("click", () => ctrl.undo());
byId("redo").addEventListener("click", () => ctrl.redo());
byId("clear").addEventListener("click", () => ctrl.clear());
byId("share").addEventListener("click", share);
byId("example").addEventListener("click", showExample);
byId("remove").addEventListener("click", () => ctrl.removeSelected());
byId("remove-meld").addEventListener("click", () => ctrl.removeMeld());
byId("sort").addEventListener("click", () => ctrl.sort());
setUpSweep(byId("picker"), (tiles) => ctrl.addAll(tiles));
const kept = setUpKept({
  place: () => ctrl.place,
  show: (place) => ctrl.show(place),
  link: () => new URL(ctrl.url, location.href).href,
});
notation.addEventListener("paste", (event) => {
  // One line is typed as it is; the field would run several into one, so they are read here.
  const text = event.clipboardData?.getData("text") ?? "";
  if (!/\n.*\S|^\s*[{[]|[?&]p=/.test(text.trim())) return;
  event.preventDefault();
  const problem = kept.bringIn(text);
  if (problem === "") notation.value = ctrl.notation;
  showProblem(problem);
});
byId("rebuild").addEventListener("click", () => ctrl.rebuild());
byId("to-rack").addEventListener("click", () => ctrl.setActive("rack"));
byId("to-table").addEventListener("click", () => {
  if (ctrl.active === "rack") ctrl.setActive(ctrl.board.melds.at(-1)?.key ?? "new");
});
byId("rack-place").addEventListener("click", (event) => {
  if (event.target === event.currentTarget && ctrl.selected.size === 0) ctrl.setActive("rack");
});
byId("summary").addEventListener("click", () =>
  byId("answer").scrollIntoView({ behavior: stillness() ? "auto" : "smooth" }),
);

const jokerRules = /** @type {const} */ (["official", "free", "locked"]);
setUpShell(
  [
    {
      keys: ["/"],
      text: "Type a position",
      run: () => {
        notation.focus();
        notation.select();
      },
    },
    { keys: ["ArrowRight"], text: "One step forward in the play", run: () => ctrl.step(1) },
    { keys: ["ArrowLeft"], text: "One step back", run: () => ctrl.step(-1) },
    { keys: [" "], text: "Show the play from the start, or pause", run: togglePlay },
    {
      keys: ["Escape"],
      text: "Back to the position; drop the selection",
      run: () => {
        ctrl.stopPreview();
        ctrl.unselect();
        stopPlaying();
      },
    },
    { keys: ["a"], text: "Put the play on the board", run: () => ctrl.apply() },
    {
      keys: ["1", "2", "3", "4", "5", "6", "7", "8"],
      text: "Show one of the plays",
      run: (event) => {
        if (ctrl.alternatives?.[Number(event.key) - 1]) ctrl.choose(Number(event.key) - 1);
      },
    },
    {
      keys: ["Enter"],
      text: "Select the focused tile; arrow keys move between tiles, + moves the selection there",
    },
    {
      keys: ["Delete", "Backspace"],
      text: "Take the selected tiles off the board",
      run: () => ctrl.removeSelected(),
    },
    { keys: ["z", "ctrl+z"], text: "Undo", run: () => ctrl.undo() },
    { keys: ["y", "ctrl+y", "ctrl+shift+z"], text: "Redo", run: () => ctrl.redo() },
    { keys: ["s"], text: "Keep this position", run: () => kept.save() },
    { keys: ["r"], text: "New tiles go to the rack", run: () => ctrl.setActive("rack") },
    { keys: ["n"], text: "New tiles go to a new meld", run: () => ctrl.setActive("new") },
    { keys: ["o"], text: "Opening or not", run: () => ctrl.edit({ opening: !ctrl.layout.opening }) },
    {
      keys: ["v"],
      text: "Most tiles or highest value",
      run: () => ctrl.edit({ objective: ctrl.layout.objective === "tiles" ? "value" : "tiles" }),
    },
    {
      keys: ["j"],
      text: "Next joker rule",
      run: () =>
        ctrl.setRules({
          joker_rule: jokerRules[(jokerRules.indexOf(ctrl.rules.joker_rule) + 1) % 3] ?? "official",
        }),
    },
    { keys: ["e"], text: "An example", run: showExample },
  ],
  "Keys on the analysis board",
);

window.addEventListener("popstate", () => ctrl.read());
if (!ctrl.read()) showExample();
