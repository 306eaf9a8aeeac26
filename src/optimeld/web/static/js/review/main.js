// A finished game looked at again, filled in as the server works it out.

import { byId, h, plural, svg } from "../shared/dom.js";
import { review, ServerError } from "../shared/engine.js";
import { setUpShell } from "../shared/shell.js";
import { tileRow } from "../shared/tile.js";
import { sizeFor } from "../odds/chart.js";
import { resultWords } from "../play/panels.js";

/** @typedef {import("../shared/types.js").GameView} GameView */
/** @typedef {import("../shared/types.js").Tile} Tile */
/** @typedef {{ number: number, player: number, action: string, opening: boolean, played: Tile[], drawn_count: number, note: string, value: number,
 *   best: { status: string, played: Tile[], tiles: number, value: number }, missed: number, racks: number[], position: string, notation: string }} Moment */
/** @typedef {{ name: string, turns: number, laid: number, missed: number, best_turns: number, chances: number, nothing_possible: number, drew_though_possible: number, opened_on: number | null }} PlayerSummary */

const id = location.pathname.split("/")[2] ?? "";
/** @type {GameView | null} */
let game = null;
/** @type {Moment[]} */
const moments = [];
let onlyMine = true;
let current = 0;

/** @param {Moment} moment */
const link = (moment) => `/analyse?p=${moment.position}`;

/** @param {Moment} moment */
function row(moment) {
  const view = /** @type {GameView} */ (game);
  const mine = moment.player === view.seat;
  const did =
    moment.action === "play"
      ? tileRow(moment.played, "tiny")
      : ({ draw: "drew", take: "took from the river", pass: "passed", forfeit: "lost the turn" }[
          moment.action
        ] ?? moment.action);
  const could =
    moment.best.tiles === 0
      ? h("span", { class: "soft" }, "nothing")
      : h(
          "span",
          {},
          h("b", { class: "num" }, `${moment.best.tiles} `),
          moment.missed > 0 ? tileRow(moment.best.played, "tiny") : null,
        );
  const verdict =
    moment.best.tiles === 0
      ? h("span", { class: "badge" }, "no play")
      : moment.missed === 0
        ? h("span", { class: "badge good" }, "best")
        : h("span", { class: `badge ${moment.missed >= 3 ? "bad" : "warn"}` }, `−${moment.missed}`);
  return h(
    "tr",
    { id: `turn-${moment.number}`, class: mine ? "own" : "other" },
    h("th", { scope: "row", class: "num" }, moment.number),
    h("td", {}, mine ? "You" : (view.players[moment.player]?.name ?? "")),
    h(
      "td",
      {},
      moment.action === "play" ? h("b", { class: "num" }, `${moment.played.length} `) : null,
      did,
      moment.opening ? h("span", { class: "soft small" }, " opening") : null,
    ),
    h("td", {}, could),
    h("td", {}, verdict),
    h("td", {}, h("a", { href: link(moment), "aria-label": `Analyse turn ${moment.number}` }, "Analyse")),
  );
}

function renderTurns() {
  const view = game;
  if (!view) return;
  byId("turns").replaceChildren(
    ...moments.filter((moment) => !onlyMine || moment.player === view.seat).map(row),
  );
}

/** The number of tiles on every rack, turn by turn. */
function renderChart() {
  const view = game;
  if (!view || moments.length === 0) return;
  const [w, hgt] = sizeFor(byId("chart"));
  const [left, bottom] = [30, 22];
  const most = Math.max(14, ...moments.flatMap((moment) => moment.racks));
  const x = (/** @type {number} */ n) => left + ((w - left - 10) * n) / Math.max(1, moments.length);
  const y = (/** @type {number} */ tiles) => 8 + (hgt - bottom - 8) * (1 - tiles / most);
  const start = view.rules.rack_size;
  const lines = view.players.map((_, seat) => {
    const points = [[0, start], ...moments.map((moment, i) => [i + 1, moment.racks[seat] ?? 0])];
    return svg("path", {
      class: `line line-${(seat - view.seat + view.players.length) % view.players.length}`,
      d: `M${points.map(([n = 0, tiles = 0]) => `${x(n).toFixed(1)} ${y(tiles).toFixed(1)}`).join("L")}`,
    });
  });
  const grid = [0, 5, 10, 15, 20, 25, 30, 35, 40]
    .filter((tiles) => tiles <= most)
    .flatMap((tiles) => [
      svg("line", { class: "grid", x1: left, x2: w - 10, y1: y(tiles), y2: y(tiles) }),
      svg("text", { x: left - 6, y: y(tiles) + 4, "text-anchor": "end" }, tiles),
    ]);
  const marks = [...document.querySelectorAll("[data-point]")].map((each) =>
    Number(/** @type {HTMLElement} */ (each).dataset.point),
  );
  const points = marks.map((number) =>
    svg("line", { class: "point", x1: x(number), x2: x(number), y1: 8, y2: hgt - bottom }),
  );
  byId("chart").replaceChildren(
    svg(
      "svg",
      { viewBox: `0 0 ${w} ${hgt}`, role: "img", "aria-label": "Tiles on each rack, turn by turn" },
      ...grid,
      ...points,
      ...lines,
      svg("text", { x: w - 10, y: hgt - 4, "text-anchor": "end" }, `turn ${moments.length}`),
    ),
  );
  byId("legend").replaceChildren(
    ...view.players.map((player, seat) =>
      h(
        "span",
        { class: `key key-${(seat - view.seat + view.players.length) % view.players.length}` },
        seat === view.seat ? "You" : player.name,
      ),
    ),
  );
}

/** @param {{ players: PlayerSummary[], turning_points: { number: number, words: string }[] }} summary */
function renderSummary(summary) {
  const view = /** @type {GameView} */ (game);
  const mine = summary.players[view.seat];
  if (mine) {
    const share = mine.chances ? Math.round((100 * mine.best_turns) / mine.chances) : 100;
    byId("figures").replaceChildren(
      figure(`${share} %`, "of your chances were played perfectly"),
      figure(String(mine.missed), "tiles you could have laid and did not"),
      figure(String(mine.nothing_possible), `of your ${plural(mine.turns, "turn")} offered nothing: luck`),
      figure(mine.opened_on === null ? "never" : `turn ${mine.opened_on}`, "you opened"),
    );
    const unlucky = mine.nothing_possible / Math.max(1, mine.turns);
    const others = summary.players.filter((_, seat) => seat !== view.seat);
    const theirs =
      others.reduce((sum, each) => sum + each.nothing_possible / Math.max(1, each.turns), 0) /
      Math.max(1, others.length);
    byId("luck").textContent =
      `Unlucky or careless? You had no play in ${Math.round(100 * unlucky)} % of your turns, the others in ${Math.round(100 * theirs)} %; and you left ${plural(mine.missed, "tile")} unplayed that could have gone.`;
  }
  byId("compare").replaceChildren(
    ...summary.players.map((each, seat) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, seat === view.seat ? "You" : each.name),
        ...[
          each.turns,
          each.laid,
          each.missed,
          `${each.best_turns} / ${each.chances}`,
          each.nothing_possible,
        ].map((value) => h("td", { class: "num" }, value)),
      ),
    ),
  );
  byId("points-card").hidden = summary.turning_points.length === 0;
  byId("points").replaceChildren(
    ...summary.turning_points.map((point) => {
      const moment = moments.find((each) => each.number === point.number);
      return h(
        "li",
        { "data-point": point.number },
        h("b", {}, `Turn ${point.number}`),
        ` ${point.words}. `,
        moment ? h("a", { href: link(moment) }, "Look at it") : null,
      );
    }),
  );
  renderChart();
}

/** @param {string} big @param {string} small */
const figure = (big, small) => h("div", { class: "figure" }, h("b", {}, big), h("span", {}, small));

/** @param {number} by */
function walk(by) {
  const rows = [...document.querySelectorAll("#turns tr")];
  current = Math.max(0, Math.min(rows.length - 1, current + by));
  const to = rows[current];
  to?.scrollIntoView({ block: "center" });
  to?.querySelector("a")?.focus({ preventScroll: true });
}

byId("only-mine").addEventListener("change", (event) => {
  onlyMine = /** @type {HTMLInputElement} */ (event.target).checked;
  renderTurns();
});

setUpShell(
  [
    { keys: ["ArrowDown", "j"], text: "Next turn", run: () => walk(1) },
    { keys: ["ArrowUp", "k"], text: "Turn before", run: () => walk(-1) },
    { keys: ["Enter"], text: "Analyse the turn" },
  ],
  "Keys in a review",
);

async function begin() {
  try {
    await review(id, (event, data) => {
      if (event === "game") {
        game = data;
        byId("result").textContent = resultWords(data);
      } else if (event === "turn") {
        moments.push(data);
        if (!onlyMine || data.player === game?.seat) byId("turns").append(row(data));
      } else if (event === "summary") renderSummary(data);
    });
    byId("review").dataset.ready = "yes";
  } catch (error) {
    byId("result").textContent = error instanceof ServerError ? error.message : "The server does not answer.";
    if (error instanceof ServerError && error.problem.code === "not-over")
      byId("result").append(" ", h("a", { href: `/play/${id}` }, "Go on playing"));
  }
}

begin();
