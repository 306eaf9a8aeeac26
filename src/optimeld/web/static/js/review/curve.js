// The chance of winning as a curve over the turns; a tap on it goes to the turn.

import { h, svg } from "../shared/dom.js";
import { sizeFor } from "../odds/chart.js";
import { percent } from "./words.js";

/** @typedef {import("./ctrl.js").ReviewCtrl} ReviewCtrl */

const LEGS = /** @type {const} */ ([
  ["choice", "your choice"],
  ["draw", "the tile you drew"],
  ["others", "the others' turns"],
]);
const NOTHING = "There is nothing to show.";
const [LEFT, RIGHT, TOP, BOTTOM] = [52, 14, 12, 40];

/** @param {HTMLElement} place @param {ReviewCtrl} ctrl */
export function renderCurve(place, ctrl) {
  const legs = ctrl.curve;
  if (legs.length === 0) {
    place.replaceChildren(h("p", { class: "soft small" }, ctrl.done ? NOTHING : "Working it out…"));
    return;
  }
  const [width, full] = sizeFor(place);
  const height = Math.min(full, 250);
  const turns = Math.max(1, ctrl.moments.length);
  const x = (/** @type {number} */ turn) => LEFT + ((width - LEFT - RIGHT) * turn) / turns;
  const y = (/** @type {number} */ win) => TOP + (height - TOP - BOTTOM) * (1 - win);
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(share), y2: y(share) }),
    svg("text", { x: LEFT - 8, y: y(share) + 4, "text-anchor": "end" }, percent(share)),
  ]);
  const step = [1, 2, 5, 10, 20, 50].find((each) => turns / each <= (width < 500 ? 6 : 12)) ?? 100;
  for (let turn = 0; turn <= turns; turn += step)
    grid.push(svg("text", { x: x(turn), y: height - 22, "text-anchor": "middle" }, turn));
  const paths = legs.map(({ by, from, to, before, after }) =>
    svg("path", {
      class: `line leg by-${by}`,
      d: `M${x(from).toFixed(1)} ${y(before).toFixed(1)}L${x(to).toFixed(1)} ${y(after).toFixed(1)}`,
    }),
  );
  const dots = [...ctrl.verdicts.values()].map((each) =>
    svg("circle", {
      class: `dot ${each.cost >= 0.02 ? (each.cost >= 0.1 ? "bad" : "warn") : "good"}`,
      cx: x(each.number),
      cy: y(each.chosen.win),
      r: 4,
    }),
  );
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "aria-label": `Your chance of winning, turn by turn: ${percent(legs[0]?.before ?? 0)} at the start, ${percent(legs.at(-1)?.after ?? 0)} at the end`,
    },
    ...grid,
    ...paths,
    ...dots,
    svg("line", { class: "ruler", x1: x(ctrl.at), x2: x(ctrl.at), y1: TOP, y2: height - BOTTOM }),
    svg("text", { x: width - RIGHT, y: height - 4, "text-anchor": "end" }, "turn"),
  );
  picture.addEventListener("click", (event) => {
    const box = picture.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    ctrl.goTo(Math.round(((at - LEFT) / (width - LEFT - RIGHT)) * turns));
  });
  place.replaceChildren(
    picture,
    h(
      "p",
      { class: "legend" },
      LEGS.map(([by, words]) => h("span", { class: `key by-${by}` }, words)),
    ),
  );
}
