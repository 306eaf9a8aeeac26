// Charts drawn by hand in SVG: lines over hand sizes with a logarithmic scale, and bars with intervals.

import { h, svg } from "../shared/dom.js";

const [LEFT, RIGHT, TOP, BOTTOM] = [74, 14, 16, 50];

/** The names of the two axes.
 * @param {number} width @param {number} height @param {string} across @param {string} up */
const titles = (width, height, across, up) => [
  svg(
    "text",
    { class: "axis-title", x: (LEFT + width - RIGHT) / 2, y: height - 6, "text-anchor": "middle" },
    across,
  ),
  svg(
    "text",
    {
      class: "axis-title",
      transform: `translate(14 ${(TOP + height - BOTTOM) / 2}) rotate(-90)`,
      "text-anchor": "middle",
    },
    up,
  ),
];

/** Round steps, at most so many: 1, 2, 5, 10, 20, ...
 * @param {number} length @param {number} most */
const roundStep = (length, most) => [1, 2, 5, 10, 20, 50, 100].find((step) => length / step <= most) ?? 200;

/** A chart that is read where it is pointed at, and with the arrow keys.
 * @param {SVGElement} picture @param {{ at: (across: number) => void, by: (step: 1 | -1) => void }} read `across`: from 0, the left edge, to 1 */
function makeReadable(picture, read) {
  const point = (/** @type {PointerEvent} */ event) => {
    const box = picture.getBoundingClientRect();
    read.at((event.clientX - box.left) / box.width);
  };
  picture.addEventListener("pointermove", point);
  picture.addEventListener("pointerdown", point);
  picture.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    read.by(event.key === "ArrowRight" ? 1 : -1);
  });
}

/** The words below a chart that say what is read in it.
 * @param {string} how to read it, until something is */
const readingPlace = (how) => h("p", { class: "reading", "aria-live": "polite" }, how);

/** @param {number} width @param {number} height @param {string} label @param {(SVGElement | null)[]} parts */
const chartPicture = (width, height, label, parts) =>
  svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", tabindex: "0", "aria-label": label },
    ...parts,
  );

/** The size of a picture in its own units: those of the screen, so that the words in it stay readable.
 * @param {HTMLElement} place @returns {[number, number]} */
export function sizeFor(place) {
  const width = Math.max(300, Math.min(1100, place.clientWidth || 760));
  return [width, Math.round(Math.max(230, Math.min(380, width * 0.45)))];
}

/** @param {number} p a probability, as people say it */
export function percent(p) {
  if (p === 0) return "0 %";
  if (p >= 0.0995) return `${(100 * p).toFixed(1)} %`;
  if (p >= 0.00001) return `${(100 * p).toPrecision(3)} %`;
  return `${(100 * p)
    .toExponential(2)
    .replace("e-", " × 10⁻")
    .replace(/⁻(\d+)/, (_, digits) => `⁻${[...digits].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")}`)} %`;
}

/** @param {number} power */
const powerLabel = (power) =>
  power === 0
    ? "1"
    : power >= -2
      ? String(10 ** power)
      : `10⁻${[...String(-power)].map((d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)]).join("")}`;

/**
 * A line for each series over hand sizes, the probability on a logarithmic scale, with a reading under the pointer.
 * @param {HTMLElement} place @param {{ name: string, points: [number, number][] }[]} series @param {string} label
 */
export function logLines(place, series, label) {
  const [W, H] = sizeFor(place);
  const all = series.flatMap((each) => each.points).filter(([, p]) => p > 0);
  if (all.length === 0) {
    place.replaceChildren(h("p", { class: "soft" }, "No hand of these sizes wins."));
    return;
  }
  const sizes = series.flatMap((each) => each.points.map(([size]) => size));
  const [from, to] = [Math.min(...sizes), Math.max(...sizes)];
  const low = Math.floor(Math.log10(Math.min(...all.map(([, p]) => p))));
  const high = Math.min(0, Math.ceil(Math.log10(Math.max(...all.map(([, p]) => p)))));
  const x = (/** @type {number} */ size) =>
    LEFT + ((W - LEFT - RIGHT) * (size - from)) / Math.max(1, to - from);
  const y = (/** @type {number} */ p) =>
    TOP + ((H - TOP - BOTTOM) * (high - Math.log10(p))) / Math.max(1, high - low);
  const every = Math.max(1, Math.ceil((high - low) / 7));
  const grid = [];
  for (let power = high; power >= low; power -= every) {
    grid.push(
      svg("line", { class: "grid", x1: LEFT, x2: W - RIGHT, y1: y(10 ** power), y2: y(10 ** power) }),
      svg("text", { x: LEFT - 8, y: y(10 ** power) + 4, "text-anchor": "end" }, powerLabel(power)),
    );
  }
  const step = roundStep(to - from, W < 500 ? 7 : 14);
  for (let size = Math.ceil(from / step) * step; size <= to; size += step)
    grid.push(
      svg("line", { class: "axis", x1: x(size), x2: x(size), y1: H - BOTTOM, y2: H - BOTTOM + 5 }),
      svg("text", { x: x(size), y: H - BOTTOM + 20, "text-anchor": "middle" }, size),
    );
  const lines = series.map((each, i) =>
    svg("path", {
      class: `line line-${i}`,
      d: each.points
        .filter(([, p]) => p > 0)
        .map(([size, p], n) => `${n ? "L" : "M"}${x(size).toFixed(1)} ${y(p).toFixed(1)}`)
        .join(""),
    }),
  );
  const dots = series.flatMap((each, i) =>
    each.points
      .filter(([, p]) => p > 0)
      .map(([size, p]) =>
        svg("circle", { class: `dot line-${i}`, cx: x(size), cy: y(p), r: to - from > 40 ? 2 : 3.5 }),
      ),
  );
  const ruler = svg("line", { class: "ruler", y1: TOP, y2: H - BOTTOM, visibility: "hidden" });
  const reading = readingPlace("Touch the chart, move over it, or use the arrow keys, to read a size.");
  const words = titles(W, H, "tiles in the hand", "chance, in tenfold steps");
  const picture = chartPicture(W, H, label, [...grid, ...words, ...lines, ...dots, ruler]);
  let now = Math.min(14, to);
  const read = (/** @type {number} */ size) => {
    now = Math.max(from, Math.min(to, size));
    ruler.setAttribute("x1", String(x(now)));
    ruler.setAttribute("x2", String(x(now)));
    ruler.setAttribute("visibility", "visible");
    reading.replaceChildren(
      h("b", {}, `${now} tiles: `),
      series
        .map((each) => {
          const p = each.points.find(([at]) => at === now)?.[1] ?? 0;
          return `${each.name} ${percent(p)}`;
        })
        .join(" · "),
    );
  };
  makeReadable(picture, {
    at: (across) => read(Math.round(from + ((across * W - LEFT) / (W - LEFT - RIGHT)) * (to - from))),
    by: (step) => read(now + step),
  });
  place.replaceChildren(picture, reading);
}

/**
 * Bars from 0 to 100 %, each with the interval it is known within.
 * @param {HTMLElement} place @param {{ label: string, share: number, low: number, high: number, known: boolean }[]} bars @param {string} label
 */
export function bars(place, bars, label) {
  const [W, H] = sizeFor(place);
  const width = (W - LEFT - RIGHT) / bars.length;
  const y = (/** @type {number} */ share) => TOP + (H - TOP - BOTTOM) * (1 - share);
  const grid = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    svg("line", { class: "grid", x1: LEFT, x2: W - RIGHT, y1: y(share), y2: y(share) }),
    svg("text", { x: LEFT - 8, y: y(share) + 4, "text-anchor": "end" }, `${100 * share} %`),
  ]);
  const drawn = bars.flatMap((bar, i) => {
    const middle = LEFT + width * (i + 0.5);
    const half = Math.min(22, width * 0.36);
    return [
      svg("rect", {
        class: "bar",
        x: middle - half,
        width: 2 * half,
        y: y(bar.share),
        height: y(0) - y(bar.share),
        rx: 4,
      }),
      bar.known
        ? svg("path", {
            class: "whisker",
            d: `M${middle} ${y(bar.high)}V${y(bar.low)}M${middle - 5} ${y(bar.high)}h10M${middle - 5} ${y(bar.low)}h10`,
          })
        : null,
      svg("text", { x: middle, y: H - BOTTOM + 20, "text-anchor": "middle" }, bar.label),
      bar.known
        ? svg(
            "text",
            { class: "value", x: middle, y: y(bar.high) - 6, "text-anchor": "middle" },
            `${(100 * bar.share).toFixed(0)}`,
          )
        : null,
    ];
  });
  const reading = readingPlace("Touch a bar, move over it, or use the arrow keys, to read it.");
  const words = titles(W, H, "tiles on the rack", "share of the deals");
  const picture = chartPicture(W, H, label, [...grid, ...words, ...drawn]);
  let now = 0;
  const read = (/** @type {number} */ at) => {
    now = Math.max(0, Math.min(bars.length - 1, at));
    const bar = bars[now];
    if (!bar) return;
    place.dataset.read = String(now);
    const said = bar.known
      ? `${(100 * bar.share).toFixed(2)} %${bar.high > bar.low ? `, between ${(100 * bar.low).toFixed(2)} and ${(100 * bar.high).toFixed(2)} %` : " exactly"}`
      : "not known yet";
    reading.replaceChildren(h("b", {}, `${bar.label} tiles: `), said);
  };
  makeReadable(picture, {
    at: (across) => read(Math.floor((across * W - LEFT) / width)),
    by: (step) => read(now + step),
  });
  // While the bars are still growing, the one that is read stays read.
  const before = place.dataset.read;
  place.replaceChildren(picture, reading);
  if (before !== undefined) read(Number(before));
}
