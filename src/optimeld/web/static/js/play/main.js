// The game page: wires the controller to what is seen and touched.

import { ask } from "../shared/ask.js";
import { BoardView } from "../shared/board-view.js";
import { button, byId, h, plural, stillness } from "../shared/dom.js";
import { setUpDrag } from "../shared/drag.js";
import { invitation, isGone, nextGame, takeChair } from "../shared/engine.js";
import { hands, layAt } from "../shared/hands.js";
import { nameOf } from "../shared/notation.js";
import { isInvitation, keyHere, placeOf } from "../shared/places.js";
import { recall, remember, say, setUpShell, toast } from "../shared/shell.js";
import { tileButton, withTiles } from "../shared/tile.js";
import { chairsOf, rememberChairs } from "./chairs.js";
import { PlayCtrl } from "./ctrl.js";
import {
  renderEnd,
  renderHint,
  renderInvitations,
  renderLog,
  renderPlayers,
  renderSheet,
  resultWords,
} from "./panels.js";
import { noteResult } from "./results.js";
import { forgetGame, rememberGame, showSetup } from "./setup.js";
import { turnWords, unquoted } from "./words.js";

/** @typedef {import("../shared/types.js").GameView} GameView */

/** Milliseconds for a step of another player's turn to be seen. */
const PACES = /** @type {Record<string, number>} */ ({ slow: 2200, normal: 1300, fast: 500, instant: 0 });
/** How much of that the tiles move. */
const MOVING = 0.45;
const id = keyHere();
const pace = /** @type {HTMLSelectElement} */ (byId("pace"));
let skipping = false;
let seen = () => {};

const ctrl = new PlayCtrl(id, {
  redraw: (what) => {
    renderBoard();
    if (what === "all") renderAround();
  },
  happen: async ({ event, step, steps }, view) => {
    if (step === 1) say(turnWords(event, view));
    const wait = PACES[pace.value] ?? PACES.normal ?? 0;
    if (wait === 0 || skipping) return;
    await new Promise((resolve) => {
      seen = () => resolve(null);
      setTimeout(resolve, event.action === "play" ? (step === steps ? wait * 1.3 : wait) : wait / 2);
    });
  },
  tell: toast,
});

const view = new BoardView(byId("melds"), byId("rack"), { moveHere: (place) => layAt(ctrl, place) });

const byHand = hands(ctrl);
setUpDrag(byId("game"), {
  ...byHand,
  tap: (tile, event) => {
    const meld = tile.closest("[data-key]");
    // With tiles of the rack in hand a tap on a meld lays them there; otherwise it selects.
    if (meld instanceof HTMLElement && ctrl.holdsRackTiles)
      ctrl.move([...ctrl.selected], { to: "meld", key: Number(meld.dataset.key) });
    else byHand.tap(tile, event);
  },
});

function renderBoard() {
  const { marks, showing } = ctrl;
  if (ctrl.hint?.played) {
    const wanted = ctrl.hintLaid.left;
    for (const each of ctrl.board.rack) {
      const at = wanted.indexOf(each.tile);
      if (at < 0) continue;
      wanted.splice(at, 1);
      marks.set(each.id, "hinted");
    }
  }
  const wait = skipping ? 0 : (PACES[pace.value] ?? 0);
  const chair = showing && document.querySelector(`#players [data-seat="${showing.event.player}"]`);
  view.render(ctrl.board, {
    selected: ctrl.selected,
    marks,
    readOnly: !ctrl.myTurn,
    ownRack: !ctrl.view?.over,
    newMeld: ctrl.board.melds.length === 0 ? "Drag tiles here" : "New meld",
    ...(showing ? { pace: wait * MOVING, from: chair, follow: true } : {}),
  });
  renderTurn();
}

/** What is said below the rack: what happens, what can be done, what is wrong.
 * @param {GameView} game @returns {(Node | string)[]} */
function turnMessage(game) {
  const { draft, showing } = ctrl;
  if (showing) {
    const what = turnWords(showing.event, game);
    return showing.words ? [`${what}: `, ...withTiles(showing.words)] : [`${what}.`];
  }
  if (game.over) return [resultWords(game)];
  if (ctrl.choosing) return ["Which of the two tiles do you keep? The other is laid face up."];
  if (ctrl.busy) return ["The others are thinking…"];
  if (!ctrl.connected) return ["The server does not answer. The game goes on when it is back."];
  if (!ctrl.myTurn) return [`${game.players[game.to_move]?.name ?? "Somebody"} is to play.`];
  if (!ctrl.changed)
    return [
      ctrl.opened
        ? game.rules.must_play
          ? "Your turn. Lay tiles; draw only if none can be laid."
          : "Your turn. Lay tiles, or draw."
        : `Your turn. To open, lay melds worth ${game.rules.opening_points} points from your rack; or draw.`,
    ];
  if (draft?.ok) return [`Good: ${plural(ctrl.laid.length, "tile")} laid.`];
  return draft?.refusal ? withTiles(sentence(unquoted(draft.refusal.message))) : [];
}

function renderTurn() {
  const game = ctrl.view;
  if (!game) return;
  const draft = ctrl.draft;
  const laid = ctrl.laid.length;
  const mine = ctrl.myTurn;
  const message = byId("message");
  const said = h("span", {}, turnMessage(game));
  if (message.innerHTML !== said.outerHTML) message.replaceChildren(said);
  message.className = `message ${mine && ctrl.changed && draft && !draft.ok ? "bad" : draft?.ok && mine ? "good" : ""}`;
  const submit = button("submit");
  submit.disabled = !mine || !draft?.ok;
  submit.hidden = ctrl.showing !== null;
  byId("skip").hidden = ctrl.showing === null;
  submit.textContent = laid > 0 && mine ? `Play ${laid}` : "Play";
  submit.setAttribute("aria-label", laid > 0 && mine ? `Play ${plural(laid, "tile")}` : "Play");
  const draw = button("draw");
  draw.disabled = !mine;
  draw.textContent = game.pool > 0 ? "Draw" : "Pass";
  button("undo-turn").disabled = !mine || !ctrl.changed;
  button("undo-move").disabled = !mine || ctrl.past.length === 0;
  button("again").disabled = ctrl.busy || ctrl.round.length === 0;
  for (const by of /** @type {const} */ (["colour", "value"]))
    byId(`sort-${by}`).setAttribute("aria-pressed", String(ctrl.isSorted(by)));
  byId("rack-count").textContent = plural(ctrl.board.rack.length, "tile");
  const opening = byId("opening");
  opening.hidden = ctrl.opened || game.over;
  const { points, needed } = draft?.opening ?? { points: 0, needed: game.rules.opening_points };
  /** @type {HTMLProgressElement} */ (byId("opening-bar")).max = Math.max(1, needed);
  /** @type {HTMLProgressElement} */ (byId("opening-bar")).value = Math.min(points, needed);
  byId("opening-words").replaceChildren(`${points} of ${needed}`, h("span", { class: "wide" }, " points"));
}

function renderAround() {
  const game = ctrl.view;
  if (!game) return;
  renderPlayers(ctrl, byId("players"));
  renderLog(ctrl, byId("log"));
  renderSheet(ctrl, byId("sheet"));
  renderHint(ctrl, byId("hint"), { use: layHint });
  renderEnd(ctrl, byId("end"), { next });
  renderInvitations(ctrl, byId("invite"));
  renderCover(game);
  renderRiver(game);
  byId("pool").textContent = `${plural(game.pool, "tile")} in the pool`;
  byId("hint").hidden = game.over;
  byId("open-hint").hidden = game.over;
  byId("game").classList.toggle("over", game.over);
  byId("actions").hidden = game.over;
  byId("mine").hidden = byId("cover").hidden === false || (game.over && !ctrl.busy && game.rack.length === 0);
  if (game.over && !ctrl.busy) {
    noteResult(game);
    say(resultWords(game));
  }
}

/** Where several people share the device: the rack is covered until whoever is to play says so.
 * @param {GameView} game */
function renderCover(game) {
  const next = chairsOf(id).find((chair) => chair.seat === game.to_move && chair.seat !== game.seat);
  const covered = next !== undefined && !game.over && !ctrl.busy;
  byId("cover").hidden = !covered;
  if (!next) return;
  byId("cover-title").textContent = `Now ${next.name}`;
  byId("uncover").textContent = `I am ${next.name}`;
  byId("uncover").onclick = () => location.replace(placeOf("play", next.key));
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
  rememberGame(game);
  const others = chairsOf(id).filter((chair) => chair.key !== id);
  const theirs = await Promise.all(others.map((chair) => nextGame(chair.key)));
  rememberChairs(
    [game, ...theirs].map((view) => ({
      seat: view.seat,
      name: view.players[view.seat]?.name ?? "",
      key: view.id,
    })),
  );
  location.href = placeOf("play", game.id);
}

function tickClock() {
  const clock = byId("time-left");
  const seconds = ctrl.view?.clock?.seconds;
  clock.hidden = !seconds || ctrl.view?.over === true;
  if (clock.hidden || !seconds) return;
  const left = Math.max(0, Math.ceil((ctrl.deadline - performance.now()) / 1000));
  const shown = ctrl.myTurn || ctrl.choosing || ctrl.shared ? left : seconds;
  clock.textContent = `${Math.floor(shown / 60)}:${String(shown % 60).padStart(2, "0")}`;
  clock.classList.toggle("hurry", shown <= 10);
  if (left === 0 && (ctrl.myTurn || ctrl.choosing) && performance.now() > ctrl.deadline + 300) {
    toast("The time is up.", "bad");
    ctrl.timeOut();
  }
}

// What would take tiles back asks first.

async function draw() {
  if (button("draw").disabled) return;
  const laid = ctrl.laid.length;
  const sure =
    !ctrl.changed ||
    (await ask({
      title: ctrl.view?.pool ? "Draw a tile?" : "Pass?",
      text:
        laid > 0
          ? `You have laid ${plural(laid, "tile")}. Drawing takes ${laid === 1 ? "it" : "them"} back to your rack and ends your turn.`
          : "The tiles you moved on the table go back where they were, and your turn ends.",
      yes: ctrl.view?.pool ? "Take back and draw" : "Take back and pass",
      no: "Go on playing",
    }));
  if (sure) await ctrl.draw();
}

async function layHint() {
  const sure =
    !ctrl.changed ||
    (await ask({
      title: "Lay the hint out?",
      text: "What you have laid in this turn goes back first. You can undo it.",
      yes: "Lay it out",
      no: "Keep mine",
    }));
  if (!sure) return;
  openPanel("");
  ctrl.useHint();
}

function skip() {
  skipping = true;
  seen();
}

async function showAgain() {
  openPanel("");
  skipping = false;
  await ctrl.showAgain();
}

/** On small screens the hints and the turns lie over the table while they are open.
 * @param {"" | "hint" | "turns"} name */
function openPanel(name) {
  byId("game").dataset.panel = name;
  for (const each of /** @type {const} */ (["hint", "turns"]))
    byId(`open-${each}`).setAttribute("aria-expanded", String(each === name));
}
for (const name of /** @type {const} */ (["hint", "turns"]))
  byId(`open-${name}`).addEventListener("click", () =>
    openPanel(byId("game").dataset.panel === name ? "" : name),
  );
byId("close-panel").addEventListener("click", () => openPanel(""));

/** @param {() => Promise<void>} end */
function endTurn(end) {
  skipping = false;
  openPanel("");
  return end();
}

byId("submit").addEventListener("click", () => endTurn(() => ctrl.play()));
byId("draw").addEventListener("click", () => endTurn(draw));
byId("skip").addEventListener("click", skip);
byId("again").addEventListener("click", showAgain);
byId("undo-turn").addEventListener("click", () => ctrl.undoTurn());
byId("undo-move").addEventListener("click", () => ctrl.undo());
byId("sort-colour").addEventListener("click", () => ctrl.sort("colour"));
byId("sort-value").addEventListener("click", () => ctrl.sort("value"));
pace.value = recall("pace") ?? (stillness() ? "fast" : "normal");
pace.addEventListener("change", () => remember("pace", pace.value));

setUpShell(
  [
    {
      keys: ["Enter", " "],
      text: "Select the focused tile; with tiles of the rack selected, lay them to the focused meld",
    },
    { keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"], text: "From tile to tile" },
    {
      keys: ["p"],
      text: "Play what lies on the table",
      run: () => {
        if (!button("submit").disabled) endTurn(() => ctrl.play());
      },
    },
    { keys: ["d"], text: "Draw, or pass", run: () => endTurn(draw) },
    { keys: ["s"], text: "Skip what is being shown", run: skip },
    {
      keys: ["a"],
      text: "Show the others' turns again",
      run: () => {
        if (!button("again").disabled) showAgain();
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
      run: (event) => {
        openPanel("hint");
        ctrl.askHint(/** @type {1 | 2 | 3} */ (Number(event.key)));
      },
    },
    {
      keys: ["Escape"],
      text: "Drop the selection",
      run: () => {
        openPanel("");
        ctrl.unselect();
      },
    },
  ],
  "Keys during a game",
);

/** Whoever follows an invitation says so before the chair is taken: links are also opened to be looked at. */
async function join() {
  byId("join").hidden = false;
  const take = button("take-chair");
  try {
    const { name, players, taken } = await invitation(id);
    byId("join-words").textContent = taken
      ? "This chair is taken. If it was you, go on in the browser where you sat down."
      : `You are invited to play as ${name}. At the table: ${players.join(", ")}.`;
    take.hidden = taken;
    take.addEventListener("click", async () => {
      take.disabled = true;
      const { key } = await takeChair(id);
      location.replace(placeOf("play", key));
    });
  } catch (error) {
    byId("join-words").textContent = isGone(error)
      ? "This invitation is not known here."
      : "The server does not answer.";
    take.hidden = true;
  }
}

async function begin() {
  if (isInvitation()) return join();
  if (!id) return showSetup();
  byId("game").hidden = false;
  document.body.classList.add("in-game");
  try {
    setInterval(tickClock, 250);
    await ctrl.load();
    if (ctrl.view) rememberGame(ctrl.view);
    ctrl.listen();
  } catch (error) {
    if (!isGone(error)) {
      toast("The server does not answer. Reload the page to go on: nothing is lost.", "bad");
      return;
    }
    forgetGame(id);
    byId("game").hidden = true;
    document.body.classList.remove("in-game");
    toast("This game is not known here any more.", "bad");
    await showSetup();
  }
}

begin();
