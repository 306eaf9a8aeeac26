// The answer in words and tiles: the best play, its steps, the other plays, and the draws that help.

import { h, icon, plural } from "../shared/dom.js";
import { tilePicture, tileRow, withTiles } from "../shared/tile.js";

/** @typedef {import("./ctrl.js").AnalyseCtrl} AnalyseCtrl */
/** @typedef {import("../shared/types.js").Solution} Solution */
/** @typedef {import("../shared/types.js").Out} Out */

/** @param {Solution} play */
export function headline(play) {
  if (play.tiles > 0) return `Play ${plural(play.tiles, "tile")}`;
  return play.status === "time-limit" ? "No play found yet" : "No tile can be played";
}

/** How sure an answer is: a class for its badge, the words on it, and the sentence behind them.
 * @param {Solution} play @returns {{ kind: string, badge: string, words: string }} */
export function surety(play) {
  if (play.status !== "time-limit")
    return {
      kind: "good",
      badge: play.status === "optimal" ? "proved optimal" : "proved",
      words: "Every play was considered: none is better.",
    };
  if (play.play_proved)
    return {
      kind: "good",
      badge: "proved most",
      words:
        "No play lays more: that is proved. There was no time to prove that none as good leaves more melds untouched.",
    };
  return {
    kind: "warn",
    badge: "not proved",
    words:
      play.tiles > 0
        ? "The best play found in the time there was. There may be a better one: this position is too large to look through here."
        : "Nothing was found in the time there was, and it is not proved that nothing can be played.",
  };
}

/** @param {number} microseconds */
const duration = (microseconds) =>
  microseconds < 1000
    ? `${Math.round(microseconds)} µs`
    : microseconds < 1e6
      ? `${(microseconds / 1000).toFixed(1)} ms`
      : `${(microseconds / 1e6).toFixed(1)} s`;

/** @param {AnalyseCtrl} ctrl @param {HTMLElement} place @param {{ playing: () => boolean, togglePlay: () => void }} player */
export function renderAnswer(ctrl, place, player) {
  const { solution, check, trouble } = ctrl;
  const play = ctrl.play;
  place.classList.toggle("waiting", ctrl.waiting && !solution);
  /** @type {Node[]} */
  const parts = [];
  const head = (/** @type {string} */ text, /** @type {Node | null} */ badge) =>
    h("div", { class: "answer-head" }, h("h2", { id: "answer-title" }, text), badge);

  if (trouble && !solution)
    parts.push(head("No answer", null), h("p", { class: "note bad", role: "alert" }, trouble));
  else if (check && !check.ok) {
    const wrong = check.melds.filter((meld) => !meld.legal);
    parts.push(head("Not a position yet", h("span", { class: "badge warn" }, "unfinished")));
    const list = h("ul", { class: "problems" });
    for (const problem of check.problems) list.append(h("li", {}, problem.message));
    for (const meld of wrong)
      list.append(h("li", {}, ...withTiles(meld.tiles.join(" ")), ` — ${meld.reason}`));
    parts.push(list);
  } else if (!play || !solution) parts.push(head("Best play", null), h("p", { class: "soft" }, "…"));
  else if (ctrl.board.rack.length === 0) {
    parts.push(
      head("The rack is empty", h("span", { class: "badge good" }, icon("check"), "finished")),
      h("p", { class: "soft" }, "Add tiles to the rack to see what can be played."),
    );
  } else {
    const best = ctrl.chosen === 0;
    const sure = surety(play);
    const badge = best
      ? h(
          "span",
          { class: `badge ${sure.kind}`, title: sure.words },
          sure.kind === "good" ? icon("check") : null,
          sure.badge,
        )
      : h("span", { class: "badge" }, `alternative ${ctrl.chosen + 1}`);
    parts.push(head(headline(play), badge));
    if (best && play.status === "time-limit")
      parts.push(h("p", { class: "note", id: "not-proved" }, sure.words));
    if (play.status === "no-play") {
      parts.push(
        h(
          "p",
          {},
          ctrl.layout.opening
            ? `No melds from the rack reach ${ctrl.rules.opening_points} points: draw a tile.`
            : "Whatever is moved on the table, no tile of this rack fits: draw a tile.",
        ),
      );
    } else if (play.tiles > 0) parts.push(...playParts(ctrl, play, player));
    parts.push(
      h(
        "ul",
        { class: "facts" },
        play.tiles > 0 &&
          play.melds_before > 0 &&
          h("li", {}, `${play.kept} of ${plural(play.melds_before, "meld")} untouched`),
        play.tiles > 0 &&
          play.moved !== undefined &&
          play.melds_before > 0 &&
          h(
            "li",
            {},
            `${plural(play.moved, "table tile")} moved${play.moved_proved && play.moved > 0 ? ", proved the fewest" : ""}`,
          ),
        play.points !== null && h("li", {}, `${play.points} opening points`),
        h(
          "li",
          {},
          `${solution.status === "time-limit" ? "stopped after" : "solved in"} ${duration(solution.elapsed_us)}`,
        ),
      ),
    );
  }
  if (trouble && solution)
    parts.push(h("p", { class: "note small", role: "status" }, `The rest is missing: ${trouble}.`));
  place.replaceChildren(...parts);
}

/** @param {AnalyseCtrl} ctrl @param {Solution} play @param {{ playing: () => boolean, togglePlay: () => void }} player @returns {Node[]} */
function playParts(ctrl, play, player) {
  const finishes = play.remaining.length === 0;
  return [
    h(
      "dl",
      { class: "answer-line" },
      h("dt", {}, "Played"),
      h("dd", {}, tileRow(play.played)),
      h("dt", {}, "Stays"),
      h(
        "dd",
        {},
        finishes
          ? h("span", { class: "badge good" }, icon("check"), "nothing: this wins")
          : tileRow(play.remaining),
      ),
      h("dt", {}, "Value"),
      h("dd", { class: "num" }, String(play.value)),
    ),
    h(
      "div",
      { class: "player", role: "group", "aria-label": "Walk through the play" },
      playerButton("first", "To the start", () => ctrl.goTo(0)),
      playerButton("back", "One step back", () => ctrl.step(-1)),
      h(
        "button",
        {
          type: "button",
          class: "button icon primary",
          id: "play-pause",
          "aria-label": player.playing() ? "Pause" : "Show me",
          onclick: player.togglePlay,
        },
        icon(player.playing() ? "pause" : "play"),
      ),
      playerButton("forward", "One step forward", () => ctrl.step(1)),
      playerButton("last", "To the end", () => ctrl.goTo(play.frames.length - 1)),
      h("span", { class: "where num", id: "step-where" }),
      h(
        "button",
        {
          type: "button",
          class: "button small",
          id: "apply",
          title: "Make this the position (a)",
          onclick: () => ctrl.apply(),
        },
        "Use",
      ),
    ),
    h(
      "ol",
      { class: "steps", id: "steps", "aria-label": "Steps" },
      play.frames
        .slice(1)
        .map((frame, i) =>
          h(
            "li",
            {},
            h(
              "button",
              { type: "button", "data-frame": i + 1, onclick: () => ctrl.goTo(i + 1) },
              h("span", {}, ...withTiles(frame.words)),
            ),
          ),
        ),
    ),
  ];
}

/** @param {string} name @param {string} label @param {() => void} run */
const playerButton = (name, label, run) =>
  h(
    "button",
    { type: "button", class: "button icon", "data-player": name, "aria-label": label, onclick: run },
    icon(name),
  );

/** @param {AnalyseCtrl} ctrl @param {HTMLElement} place */
export function renderAlternatives(ctrl, place) {
  const plays = ctrl.alternatives ?? [];
  place.hidden = plays.length < 2;
  if (place.hidden) return;
  const list = h(
    "ol",
    { class: "plays" },
    plays.map((play, i) => {
      const row = h(
        "button",
        { type: "button", "aria-pressed": String(i === ctrl.chosen), "data-play": i },
        h("span", {}, h("b", {}, plural(play.tiles, "tile")), h("small", {}, `value ${play.value}`)),
        tileRow(play.played, "tiny"),
      );
      row.addEventListener("pointerenter", (event) => {
        if (event.pointerType === "mouse") ctrl.hover(i);
      });
      row.addEventListener("pointerleave", () => ctrl.hover(null));
      row.addEventListener("click", () => ctrl.choose(i));
      return h("li", {}, row);
    }),
  );
  place.replaceChildren(h("h2", { id: "alternatives-title" }, "Plays that differ, best first"), list);
}

/** @param {AnalyseCtrl} ctrl @param {HTMLElement} place */
export function renderOuts(ctrl, place) {
  const found = ctrl.outs;
  place.hidden = !found || found.unseen === 0 || ctrl.board.rack.length === 0 || ctrl.wins;
  if (!found || place.hidden) return;
  const share = (/** @type {number} */ count) => `${((100 * count) / found.unseen).toFixed(0)} %`;
  const finishing = found.outs.filter((out) => out.finishes);
  const better = found.outs.filter((out) => !out.finishes && out.tiles > found.tiles_now);
  const bar = h(
    "div",
    { class: "outs-bar", "aria-hidden": "true" },
    h("i", { class: "finish" }),
    h("i", { class: "better" }),
  );
  /** @type {HTMLElement} */ (bar.children[0]).style.width = `${(100 * found.finishing) / found.unseen}%`;
  /** @type {HTMLElement} */ (bar.children[1]).style.width = `${(100 * found.improving) / found.unseen}%`;
  const group = (/** @type {string} */ title, /** @type {Out[]} */ outs) =>
    outs.length > 0
      ? [
          h("h3", { class: "soft small" }, title),
          h(
            "div",
            { class: "out-list" },
            outs.map((out) =>
              h(
                "span",
                { class: "out", title: `then ${plural(out.tiles, "tile")} can be played` },
                tilePicture(out.tile, "small"),
                `×${out.unseen}`,
                out.finishes ? null : h("b", {}, `→ ${out.tiles}`),
              ),
            ),
          ),
        ]
      : [];
  place.replaceChildren(
    h("h2", { id: "outs-title" }, "If you draw instead of playing"),
    h(
      "p",
      {},
      h("b", {}, `${found.finishing} of ${found.unseen}`),
      ` unseen tiles let you finish next turn, if the table stays as it is (${share(found.finishing)}); `,
      h("b", {}, String(found.improving)),
      ` more let you play more than now.`,
    ),
    bar,
    ...group("You finish with", finishing),
    ...group("You play more with", better),
  );
}
