// The game page: wires the controller to what is seen and touched.

import { BoardView } from "../shared/board-view.js";
import { button, byId, h, plural, stillness } from "../shared/dom.js";
import { setUpDrag } from "../shared/drag.js";
import { isGone, nextGame } from "../shared/engine.js";
import { nameOf } from "../shared/notation.js";
import { recall, remember, say, setUpShell, toast } from "../shared/shell.js";
import { tileButton } from "../shared/tile.js";
import { PlayCtrl } from "./ctrl.js";
import { renderEnd, renderHint, renderLog, renderPlayers, renderSheet, resultWords } from "./panels.js";
import { forgetGame, rememberGame, showSetup } from "./setup.js";
import { turnWords } from "./words.js";

/** @typedef {import("../shared/board.js").Target} Target */
/** @typedef {import("../shared/types.js").GameView} GameView */

const PACES = /** @type {Record<string, number>} */ ({ slow: 2200, normal: 1200, fast: 350, instant: 0 });
const id = location.pathname.split("/")[2] ?? "";
const pace = /** @type {HTMLSelectElement} */ (byId("pace"));
let skip = () => {};

const ctrl = new PlayCtrl(id, {
  redraw: (what) => {
    renderBoard();
    if (what === "all") renderAround();
  },
  happen: async (event, view) => {
    const words = turnWords(event, view);
    say(words);
    const wait = PACES[pace.value] ?? 1200;
    if (wait === 0 || event.player === view.seat) return;
    await new Promise((resolve) => {
      skip = () => resolve(null);
      setTimeout(resolve, event.action === "play" ? wait : wait / 2);
    });
  },
  tell: toast,
});

const view = new BoardView(byId("melds"), byId("rack"), {
  moveHere: (place) => {
    const target = targetOf(place);
    if (ctrl.selected.size > 0 && target) ctrl.move([...ctrl.selected], target);
  },
});

/** @param {HTMLElement} place @param {number} [index] @returns {Target | null} */
function targetOf(place, index) {
  const at = index === undefined ? {} : { index };
  switch (place.dataset.drop) {
    case "rack":
      return { to: "rack", ...at };
    case "meld":
      return { to: "meld", key: Number(place.dataset.key), ...at };
    case "new":
      return { to: "new" };
    default:
      return null;
  }
}

setUpDrag(byId("game"), {
  tap: (tile) => {
    if (tile.dataset.id) ctrl.toggle(Number(tile.dataset.id));
  },
  drop: (tile, place, index) => {
    const target = targetOf(place, index);
    const piece = Number(tile.dataset.id);
    if (target && tile.dataset.id) ctrl.move(ctrl.selected.has(piece) ? [...ctrl.selected] : [piece], target);
  },
  alsoMoving: (tile) => {
    const piece = Number(tile.dataset.id);
    return ctrl.selected.has(piece)
      ? [...ctrl.selected].filter((each) => each !== piece).map(() => tile)
      : [];
  },
});

function renderBoard() {
  const marks = new Map([...ctrl.fresh].map((piece) => [piece, "fresh"]));
  const own = ctrl.fromRack;
  if (ctrl.myTurn)
    for (const meld of ctrl.board.melds)
      for (const each of meld.pieces) if (own.has(each.id)) marks.set(each.id, "fresh");
  if (ctrl.hint?.played && !ctrl.changed) {
    const wanted = [...ctrl.hint.played];
    for (const each of ctrl.board.rack) {
      const at = wanted.indexOf(each.tile);
      if (at >= 0) {
        wanted.splice(at, 1);
        marks.set(each.id, "hinted");
      }
    }
  }
  view.render(ctrl.board, {
    selected: ctrl.selected,
    marks,
    readOnly: !ctrl.myTurn,
    newMeld: ctrl.board.melds.length === 0 ? "Drag tiles here" : "New meld",
  });
  renderTurn();
}

function renderTurn() {
  const game = ctrl.view;
  if (!game) return;
  const draft = ctrl.draft;
  const laid = ctrl.laid;
  const mine = ctrl.myTurn;
  const message = byId("message");
  let text = "";
  if (ctrl.showing) text = turnWords(ctrl.showing, game);
  else if (game.over) text = resultWords(game);
  else if (ctrl.choosing) text = "Which of the two tiles do you keep? The other is laid face up.";
  else if (ctrl.busy) text = "…";
  else if (!ctrl.changed)
    text = draft?.opening
      ? `Your turn. To open, lay melds worth ${draft.opening.needed} points from your rack; or draw.`
      : "Your turn. Lay tiles, or draw.";
  else if (draft?.ok) text = `Good: ${plural(laid, "tile")} laid.`;
  else if (draft?.refusal) text = sentence(draft.refusal.message);
  if (message.textContent !== text) message.textContent = text;
  message.className = `message ${mine && ctrl.changed && draft && !draft.ok ? "bad" : draft?.ok && mine ? "good" : ""}`;
  const submit = button("submit");
  submit.disabled = !mine || !draft?.ok;
  submit.textContent = laid > 0 && mine ? `Play ${plural(laid, "tile")}` : "Play";
  const draw = button("draw");
  draw.disabled = !mine;
  draw.textContent = game.pool > 0 ? "Draw" : "Pass";
  button("undo-turn").disabled = !mine || !ctrl.changed;
  button("undo-move").disabled = !mine || ctrl.past.length === 0;
  for (const by of /** @type {const} */ (["colour", "value"]))
    byId(`sort-${by}`).setAttribute("aria-pressed", String(ctrl.isSorted(by)));
  byId("rack-count").textContent = plural(ctrl.board.rack.length, "tile");
  const opening = byId("opening");
  opening.hidden = !draft?.opening || game.over;
  if (draft?.opening) {
    const { points, needed } = draft.opening;
    /** @type {HTMLProgressElement} */ (byId("opening-bar")).max = Math.max(1, needed);
    /** @type {HTMLProgressElement} */ (byId("opening-bar")).value = Math.min(points, needed);
    byId("opening-words").textContent = `${points} of ${needed} points`;
  }
}

function renderAround() {
  const game = ctrl.view;
  if (!game) return;
  renderPlayers(ctrl, byId("players"));
  renderLog(ctrl, byId("log"));
  renderSheet(ctrl, byId("sheet"));
  renderHint(ctrl, byId("hint"));
  renderEnd(ctrl, byId("end"), { next });
  renderRiver(game);
  byId("pool").textContent = `${plural(game.pool, "tile")} in the pool`;
  byId("hint").hidden = game.over;
  byId("game").classList.toggle("over", game.over);
  byId("actions").hidden = game.over;
  byId("mine").hidden = game.over && !ctrl.busy && game.rack.length === 0;
  if (game.over && !ctrl.busy) say(resultWords(game));
}

/** @param {GameView} game */
function renderRiver(game) {
  const place = byId("river-place");
  place.hidden = !game.rules.river;
  if (place.hidden) return;
  const tile = (/** @type {string} */ each, /** @type {() => void} */ run, /** @type {string} */ words) => {
    const element = tileButton(each);
    element.classList.remove("grab");
    element.setAttribute("aria-label", `${words} ${nameOf(each)}`);
    element.addEventListener("click", run);
    return element;
  };
  const choosing = ctrl.choosing;
  place.replaceChildren(
    h("h2", { id: "river-title" }, choosing ? "Keep one" : "River"),
    h(
      "span",
      { class: "tiles" },
      choosing
        ? game.pending.map((each) => tile(each, () => ctrl.keep(each), "Keep"))
        : game.river.length > 0
          ? game.river.map((each) => tile(each, () => ctrl.take(each), "Take"))
          : h("span", { class: "soft small" }, "no tile yet"),
    ),
  );
}

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (text.endsWith(".") ? "" : ".");

async function next() {
  const game = await nextGame(id);
  rememberGame(
    game.id,
    game.players
      .filter((/** @type {{ agent: unknown }} */ each) => each.agent)
      .map((/** @type {{ name: string }} */ each) => each.name)
      .join(", "),
  );
  location.href = `/play/${game.id}`;
}

function tickClock() {
  const clock = byId("time-left");
  const seconds = ctrl.view?.clock?.seconds;
  clock.hidden = !seconds || ctrl.view?.over === true;
  if (clock.hidden || !seconds) return;
  const left = Math.max(0, Math.ceil((ctrl.deadline - performance.now()) / 1000));
  const shown = ctrl.myTurn || ctrl.choosing ? left : seconds;
  clock.textContent = `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
  clock.classList.toggle("hurry", shown <= 10);
  if (left === 0 && (ctrl.myTurn || ctrl.choosing) && performance.now() > ctrl.deadline + 300) {
    toast("The time is up.", "bad");
    ctrl.timeOut();
  }
}

byId("submit").addEventListener("click", () => ctrl.play());
byId("draw").addEventListener("click", () => ctrl.draw());
byId("undo-turn").addEventListener("click", () => ctrl.undoTurn());
byId("undo-move").addEventListener("click", () => ctrl.undo());
byId("sort-colour").addEventListener("click", () => ctrl.sort("colour"));
byId("sort-value").addEventListener("click", () => ctrl.sort("value"));
byId("game").addEventListener("click", () => skip());
pace.value = recall("pace") ?? (stillness() ? "fast" : "normal");
pace.addEventListener("change", () => remember("pace", pace.value));

setUpShell(
  [
    { keys: ["Enter"], text: "Select the focused tile; then + puts the selected tiles there" },
    { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], text: "From tile to tile" },
    {
      keys: ["p"],
      text: "Play what lies on the table",
      run: () => {
        if (!button("submit").disabled) ctrl.play();
      },
    },
    {
      keys: ["d"],
      text: "Draw, or pass",
      run: () => {
        if (!button("draw").disabled) ctrl.draw();
      },
    },
    { keys: ["u"], text: "Undo the whole turn", run: () => ctrl.undoTurn() },
    { keys: ["z", "ctrl+z"], text: "Undo one move", run: () => ctrl.undo() },
    { keys: ["c"], text: "Sort the rack by colour", run: () => ctrl.sort("colour") },
    { keys: ["v"], text: "Sort the rack by value", run: () => ctrl.sort("value") },
    {
      keys: ["n"],
      text: "Put the selected tiles into a new meld",
      run: () => {
        if (ctrl.selected.size > 0) ctrl.move([...ctrl.selected], { to: "new" });
      },
    },
    {
      keys: ["r"],
      text: "Take the selected tiles back to the rack",
      run: () => {
        if (ctrl.selected.size > 0) ctrl.move([...ctrl.selected], { to: "rack" });
      },
    },
    {
      keys: ["1", "2", "3"],
      text: "Hint: how many, which tiles, the melds",
      run: (event) => ctrl.askHint(/** @type {1 | 2 | 3} */ (Number(event.key))),
    },
    { keys: ["Escape"], text: "Drop the selection", run: () => ctrl.unselect() },
  ],
  "Keys during a game",
);

async function begin() {
  if (!id) return showSetup();
  byId("game").hidden = false;
  try {
    await ctrl.load();
    setInterval(tickClock, 250);
  } catch (error) {
    if (!isGone(error)) {
      toast("The server does not answer. Reload the page to go on: nothing is lost.", "bad");
      return;
    }
    forgetGame(id);
    byId("game").hidden = true;
    toast("This game is not known here any more.", "bad");
    await showSetup();
  }
}

begin();
