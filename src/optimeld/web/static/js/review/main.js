// A finished game walked through again, on the board, with what each of my turns was worth.

import { BoardView } from "../shared/board-view.js";
import { button, byId, h, input, plural } from "../shared/dom.js";
import { again, game as getGame, gameRecord, review, reviewRecord, ServerError } from "../shared/engine.js";
import { askForFile, download } from "../shared/files.js";
import { partsOf } from "../shared/parts.js";
import { keyHere, placeOf, positionAt } from "../shared/places.js";
import { setUpShell, toast } from "../shared/shell.js";
import { tileRow, withTiles } from "../shared/tile.js";
import { marksOn } from "../shared/walk.js";
import { byOthers, noteResult, readResults, tally } from "../play/results.js";
import { knownGames } from "../play/setup.js";
import { ReviewCtrl } from "./ctrl.js";
import { renderCurve } from "./curve.js";
import {
  changeWords,
  judged,
  nameAt,
  optionWords,
  percent,
  resultWords,
  signed,
  turnWords,
} from "./words.js";

/** @typedef {import("./ctrl.js").Moment} Moment */
/** @typedef {import("./ctrl.js").ReviewedGame} ReviewedGame */

const key = keyHere();
/** @type {string | null} the record that is looked at, where the game is not one of the server's */
let record = null;
/** @type {AbortController | null} */
let coming = null;
/** @type {Map<number, HTMLButtonElement>} the turns in the list */
const listed = new Map();

const redraw = partsOf([
  { of: () => [ctrl.game, ctrl.at, ctrl.better, ctrl.moments.length], show: () => renderBoard() },
  {
    of: () => [ctrl.game, ctrl.moment, ctrl.verdict, ctrl.better, ctrl.done, ctrl.changes(ctrl.at).others],
    show: () => renderVerdict(),
  },
  {
    of: () => [ctrl.game, ctrl.at, ctrl.verdicts.size, ctrl.moments.length, ctrl.done],
    show: () => renderWorth(),
  },
  { of: () => [ctrl.game, ctrl.moments.length, input("only-mine").checked], show: () => listTurns() },
  { of: () => [ctrl.game, ctrl.at, ctrl.verdicts.size, listed.size], show: () => markTurns() },
  { of: () => [ctrl.game, ctrl.summary], show: () => renderSummary() },
]);
const ctrl = new ReviewCtrl(() => redraw("soon"));
const view = new BoardView(byId("melds"), byId("rack"), { moveHere: () => {} });

function renderBoard() {
  const game = ctrl.game;
  if (!game) return;
  const { before, now } = ctrl.shown;
  view.render(now, { readOnly: true, marks: ctrl.at === 0 ? new Map() : marksOn(before, now) });
  byId("rack-count").textContent = plural(now.rack.length, "tile");
  byId("turn-badge").textContent = ctrl.better
    ? "the better choice"
    : ctrl.at === 0
      ? "the deal"
      : `turn ${ctrl.at} of ${ctrl.moments.length}`;
  document.body.classList.toggle("preview-on", ctrl.better);
  byId("turn-words").textContent = ctrl.moment
    ? turnWords(game, ctrl.moment)
    : `The deal: ${plural(game.rules.rack_size, "tile")} for everyone.`;
  const scrub = input("scrub");
  scrub.max = String(ctrl.moments.length);
  scrub.value = String(ctrl.at);
  button("first").disabled = button("back").disabled = ctrl.at === 0;
  button("last").disabled = button("forward").disabled = ctrl.at === ctrl.moments.length;
}

function renderWorth() {
  renderCurve(byId("curve"), ctrl);
  byId("curve-status").textContent = ctrl.done ? "" : `${ctrl.verdicts.size} of your turns weighed…`;
}

function renderVerdict() {
  const { game, moment } = ctrl;
  if (!game) return;
  const place = byId("verdict");
  const verdict = ctrl.verdict;
  const links = (/** @type {Moment} */ of) =>
    h(
      "div",
      { class: "row" },
      game.key !== null && of.player === game.seat
        ? h(
            "button",
            { type: "button", class: "button primary", id: "again", onclick: () => tryAgain(of.number) },
            "Try it again from here",
          )
        : null,
      h("a", { class: "button", href: positionAt(of.position) }, "Analyse"),
    );
  if (!moment) {
    place.replaceChildren(
      h("h2", { id: "verdict-title" }, "Walk through the game"),
      h("p", {}, "With the buttons below the board, the arrow keys, or a tap on the curve."),
    );
    return;
  }
  if (!verdict) {
    const could = moment.best.tiles;
    place.replaceChildren(
      h("h2", { id: "verdict-title" }, `Turn ${moment.number}: ${nameAt(game, moment.player)}`),
      h(
        "p",
        {},
        moment.player === game.seat && !ctrl.done
          ? "This turn has not been weighed yet."
          : could === 0
            ? "Nothing could be laid."
            : `At most ${plural(could, "tile")} could be laid.`,
      ),
      moment.played.length > 0 ? tileRow(moment.played) : "",
      links(moment),
    );
    return;
  }
  const [kind, words] = judged(verdict);
  const lost = kind !== "good";
  place.replaceChildren(
    h(
      "div",
      { class: "card-head" },
      h("h2", { id: "verdict-title" }, `Turn ${moment.number}: you`),
      h("span", { class: `badge ${kind}` }, words),
    ),
    h(
      "dl",
      { class: "choice" },
      h("dt", {}, "You"),
      h(
        "dd",
        {},
        optionWords({
          ...verdict.chosen,
          ...(moment.action === "play" ? { action: "play", played: moment.played } : {}),
        }),
        " ",
        moment.played.length > 0 ? tileRow(moment.played, "tiny") : null,
      ),
      h("dd", { class: "num" }, `${verdict.exact ? "" : "about "}${percent(verdict.chosen.win)}`),
      ...(lost
        ? [
            h("dt", {}, "Best"),
            h(
              "dd",
              {},
              optionWords(verdict.best),
              " ",
              verdict.best.played ? tileRow(verdict.best.played, "tiny") : null,
            ),
            h("dd", { class: "num" }, percent(verdict.best.win)),
          ]
        : []),
    ),
    h(
      "dl",
      { class: "sum changes" },
      changeWords(moment, ctrl.changes(moment.number)).flatMap(([words, change]) => [
        h("dt", {}, ...withTiles(words)),
        h("dd", { class: "num" }, signed(change)),
      ]),
    ),
    h("p", { class: "small why" }, ...withTiles((lost ? verdict.best : verdict.chosen).why)),
    lost
      ? h(
          "p",
          {},
          h(
            "button",
            {
              type: "button",
              class: "button",
              id: "better",
              "aria-pressed": String(ctrl.better),
              onclick: () => ctrl.showBetter(!ctrl.better),
            },
            ctrl.better ? "What you did" : "Show the best on the board",
          ),
        )
      : "",
    links(moment),
  );
}

function listTurns() {
  const game = ctrl.game;
  if (!game) return;
  const only = input("only-mine").checked;
  listed.clear();
  for (const moment of ctrl.moments) {
    if (only && moment.player !== game.seat) continue;
    const turn = h(
      "button",
      { type: "button", onclick: () => ctrl.goTo(moment.number) },
      h("span", { class: "num" }, moment.number),
      h("span", {}, turnWords(game, moment)),
      h("span", { class: "verdict" }),
    );
    listed.set(moment.number, turn);
  }
  byId("turns").replaceChildren(...[...listed.values()].map((turn) => h("li", {}, turn)));
  markTurns();
}

/** Which turn is on the board, and what each was worth. */
function markTurns() {
  for (const [number, turn] of listed) {
    const verdict = ctrl.verdicts.get(number);
    const place = turn.querySelector(".verdict");
    if (verdict && place && !place.firstChild) {
      const [kind, words] = judged(verdict);
      place.append(h("span", { class: `badge ${kind}` }, words));
    }
    if (number === ctrl.at) turn.setAttribute("aria-current", "step");
    else turn.removeAttribute("aria-current");
  }
  const list = byId("turns");
  const current = listed.get(ctrl.at);
  if (current) list.scrollTo({ top: current.offsetTop - list.clientHeight / 2 });
}

function renderSummary() {
  const { game, summary } = ctrl;
  byId("balance").hidden = !summary?.balance;
  byId("points-card").hidden = (summary?.turning_points.length ?? 0) === 0;
  if (!game || !summary) return;
  // The whole game is there; what the turns were worth goes on coming.
  byId("review").dataset.ready = "yes";
  if (summary.balance) {
    const { start, end, cost, draws, others } = summary.balance;
    byId("balance").replaceChildren(
      h("h2", { id: "balance-title" }, "Choices, tiles, the others"),
      h(
        "dl",
        { class: "sum" },
        h("dt", {}, "Chance of winning at your first turn"),
        h("dd", { class: "num" }, percent(start)),
        h("dt", {}, "Your choices"),
        h("dd", { class: "num" }, signed(-cost)),
        h("dt", {}, "Luck of the tiles you drew"),
        h("dd", { class: "num" }, signed(draws)),
        h("dt", {}, "The others' turns"),
        h("dd", { class: "num" }, signed(others)),
        h("dt", {}, "The end"),
        h("dd", { class: "num" }, percent(end)),
      ),
    );
  }
  byId("points").replaceChildren(
    ...summary.turning_points.map((point) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "link", onclick: () => ctrl.goTo(point.number) },
          `Turn ${point.number}`,
        ),
        ` ${point.words}.`,
      ),
    ),
  );
  byId("compare").replaceChildren(
    ...summary.players.map((each, seat) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, nameAt(game, seat)),
        ...[each.turns, each.laid, each.missed, each.nothing_possible].map((value) =>
          h("td", { class: "num" }, value),
        ),
      ),
    ),
  );
}

// What is asked of the engine

/** @param {number} number */
async function tryAgain(number) {
  if (!ctrl.game?.key) return;
  try {
    const made = await again(ctrl.game.key, number - 1);
    location.href = placeOf("play", made.id);
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}

/** @param {(handle: (event: string, data: any) => void, signal: AbortSignal) => Promise<void>} ask */
async function begin(ask) {
  coming?.abort();
  coming = new AbortController();
  const { signal } = coming;
  byId("load").hidden = true;
  byId("game").hidden = false;
  ctrl.done = false;
  try {
    await ask((event, data) => {
      if (signal.aborted) return;
      ctrl.take(event, data);
      if (event === "game") showGame(data);
    }, signal);
    byId("review").dataset.weighed = "yes";
  } catch (error) {
    if (signal.aborted) return;
    byId("result").textContent = error instanceof ServerError ? error.message : "The engine does not answer.";
    if (error instanceof ServerError && error.problem.code === "not-over")
      byId("result").append(" ", h("a", { href: placeOf("play", key) }, "Go on playing"));
    if (record !== null) {
      byId("load").hidden = false;
      byId("game").hidden = true;
      tellRecord(error instanceof Error ? error.message : String(error));
    }
  }
}

/** @param {ReviewedGame} game */
function showGame(game) {
  byId("result").textContent = resultWords(game);
  byId("seat-place").hidden = record === null;
  const seat = /** @type {HTMLSelectElement} */ (byId("seat"));
  if (seat.options.length !== game.names.length)
    seat.replaceChildren(...game.names.map((name, at) => h("option", { value: at }, `${at + 1}: ${name}`)));
  seat.value = String(game.seat);
}

/** @param {string} problem */
function tellRecord(problem) {
  byId("record-problem").hidden = problem === "";
  byId("record-problem").textContent = problem;
}

/** @param {string} text @param {number} seat */
function readRecord(text, seat) {
  record = text;
  tellRecord("");
  begin((handle, signal) => reviewRecord({ record: text, seat }, handle, signal));
}

byId("download").addEventListener("click", async () => {
  try {
    download("game.txt", record ?? (await gameRecord(key)));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
});
byId("seat").addEventListener("change", (event) => {
  if (record !== null) readRecord(record, Number(/** @type {HTMLSelectElement} */ (event.target).value));
});
byId("record-read").addEventListener("click", () =>
  readRecord(/** @type {HTMLTextAreaElement} */ (byId("record")).value, 0),
);
byId("record-file").addEventListener("click", async () => {
  const text = await askForFile(".txt,.game,text/plain");
  if (text !== null) readRecord(text, 0);
});

byId("first").addEventListener("click", () => ctrl.goTo(0));
byId("back").addEventListener("click", () => ctrl.goTo(ctrl.at - 1));
byId("forward").addEventListener("click", () => ctrl.goTo(ctrl.at + 1));
byId("last").addEventListener("click", () => ctrl.goTo(ctrl.moments.length));
byId("own-back").addEventListener("click", () => ctrl.goToOwn(-1));
byId("own-forward").addEventListener("click", () => ctrl.goToOwn(1));
input("scrub").addEventListener("input", () => ctrl.goTo(Number(input("scrub").value)));
byId("only-mine").addEventListener("change", () => ctrl.redraw());
setUpShell(
  [
    { keys: ["ArrowRight"], text: "One turn forward", run: () => ctrl.goTo(ctrl.at + 1) },
    { keys: ["ArrowLeft"], text: "One turn back", run: () => ctrl.goTo(ctrl.at - 1) },
    { keys: ["ArrowDown", "j"], text: "My next turn", run: () => ctrl.goToOwn(1) },
    { keys: ["ArrowUp", "k"], text: "My turn before", run: () => ctrl.goToOwn(-1) },
    { keys: ["Home"], text: "To the deal", run: () => ctrl.goTo(0) },
    { keys: ["End"], text: "To the end", run: () => ctrl.goTo(ctrl.moments.length) },
    { keys: ["b"], text: "The better choice, or what I did", run: () => ctrl.showBetter(!ctrl.better) },
  ],
  "Keys in a review",
);

/** The games of this browser that are over, and what came of all that ever were. */
async function listGames() {
  byId("load").hidden = false;
  const known = await Promise.all(knownGames().map((each) => getGame(each.id).catch(() => null)));
  const over = known.flatMap((each) => (each?.over && each.result ? [each] : []));
  for (const each of [...over].reverse()) noteResult(each);
  byId("known-empty").hidden = over.length > 0;
  byId("known-list").replaceChildren(
    ...over.map((each) => {
      const won = each.result?.winner === each.seat;
      const others = each.players.filter((_, seat) => seat !== each.seat).map((player) => player.name);
      return h(
        "li",
        {},
        h("a", { class: "button", href: placeOf("review", each.id) }, "Review"),
        h(
          "span",
          {},
          `against ${others.join(", ")}: ${won ? "won" : "lost"}, ${plural(each.result?.scores[each.seat] ?? 0, "point")}`,
        ),
      );
    }),
  );
  renderResults(readResults());
}

/** @param {import("../play/results.js").Result[]} results */
function renderResults(results) {
  byId("statistics").hidden = results.length === 0;
  if (results.length === 0) return;
  const all = tally(results);
  const figure = (/** @type {string} */ big, /** @type {string} */ small) =>
    h("div", { class: "figure" }, h("b", {}, big), h("span", {}, small));
  byId("tally").replaceChildren(
    figure(String(all.games), all.games === 1 ? "game finished" : "games finished"),
    figure(`${all.won} (${percent(all.won / all.games)})`, "won"),
    figure((all.points / all.games).toFixed(1), "points a game"),
    figure(String(all.streak), "won in a row, up to the last"),
  );
  byId("tables").replaceChildren(
    ...byOthers(results).map(([others, games]) => {
      const sums = tally(games);
      const cells = [
        sums.games,
        sums.won,
        percent(sums.won / sums.games),
        (sums.points / sums.games).toFixed(1),
      ];
      return h(
        "tr",
        {},
        h("th", { scope: "row" }, others),
        cells.map((cell) => h("td", { class: "num" }, cell)),
      );
    }),
  );
}

if (key) begin((handle, signal) => review(key, handle, signal));
else listGames();
