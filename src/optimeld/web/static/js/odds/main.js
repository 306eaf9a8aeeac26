// The odds page: exact counts of winning hands, the chance to open, a calculator.

import { byId, h, input } from "../shared/dom.js";
import { count, exactOpeningOdds, isAbort, openingOdds, ServerError } from "../shared/engine.js";
import { setUpShell } from "../shared/shell.js";
import { bars, logLines, percent } from "./chart.js";

/** @typedef {{ size: number, winning: string, configurations: string, winning_deals: string, deals: string, probability: number, share: number }} Hand */
/** @typedef {{ size: number, deals: number, opens: number, share: number, low: number, high: number }} Estimate */

/** @type {Map<string, Hand[]>} counts that have been asked for */
const known = new Map();

/** @param {string} text an exact count, in groups of three digits */
const grouped = (text) => text.replace(/\B(?=(\d{3})+$)/g, "\u2009");

/** @param {string} id */
const number = (id) => Number(/** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id)).value);

/** @param {unknown} error */
function words(error) {
  if (!(error instanceof ServerError)) return "The engine does not answer. Is it still running?";
  switch (error.problem.code) {
    case "time-limit":
      return "This count takes too long for a page. The command line has the time: optimeld count.";
    case "too-large":
    case "resources":
      return "This box is too large to count here: it needs more memory than there is. Try fewer values, colours or copies.";
    case "busy":
      return "Others are counting already. Try again in a moment.";
    default:
      return error.message;
  }
}

/** The first field of the calculator that is out of its range, in words. */
function outOfRange() {
  for (const [id, name] of [
    ["calc-size", "The hand size"],
    ["calc-jokers", "The number of jokers"],
    ["calc-values", "The number of values"],
    ["calc-colours", "The number of colours"],
    ["calc-copies", "The number of copies"],
  ]) {
    const field = input(id ?? "");
    const value = Number(field.value);
    const right =
      field.value !== "" &&
      Number.isInteger(value) &&
      value >= Number(field.min) &&
      value <= Number(field.max);
    field.setAttribute("aria-invalid", String(!right));
    if (!right) return `${name} goes from ${field.min} to ${field.max}.`;
  }
  return "";
}

/** @param {Record<string, number>} body @param {(text: string) => void} tell @param {AbortSignal} signal @returns {Promise<Hand[]>} */
async function countHands(body, tell, signal) {
  const key = JSON.stringify(body);
  const before = known.get(key);
  if (before) return before;
  exactly?.abort();
  /** @type {Hand[]} */
  let hands = [];
  await count(
    body,
    (event, data) => {
      if (event === "progress")
        tell(
          data.waiting
            ? "Waiting for another count to end…"
            : `Counting: ${grouped(String(data.states))} states of the automaton so far…`,
        );
      if (event === "count") hands = data.hands;
    },
    signal,
  );
  known.set(key, hands);
  return hands;
}

// Winning hands

/** @type {AbortController | null} */
let winning = null;

async function showWinning() {
  winning?.abort();
  winning = new AbortController();
  const { signal } = winning;
  const place = byId("winning-chart");
  const status = byId("winning-status");
  const max_size = number("winning-size");
  const how = /** @type {HTMLInputElement} */ (document.querySelector("input[name=how]:checked")).value;
  const jokers = [0, 1, 2].filter((each) => input(`jokers-${each}`).checked);
  /** @type {{ name: string, points: [number, number][] }[]} */
  const series = [];
  place.classList.add("waiting");
  try {
    for (const each of jokers) {
      const box = { values: 13, colours: 4, copies: 2, jokers: each, min_meld: 3, max_size };
      const hands = await countHands(
        box,
        (text) => {
          status.textContent = text;
        },
        signal,
      );
      series.push({
        name: each === 0 ? "no jokers" : each === 1 ? "1 joker" : "2 jokers",
        points: hands
          .filter((hand) => hand.size > 0)
          .map((hand) => [hand.size, how === "deals" ? hand.probability : hand.share]),
      });
    }
    status.textContent = "Exact, for the retail box (13 values, 4 colours, two of each).";
    logLines(place, series, "Chance that a hand can be laid down whole, by its size");
    byId("winning-legend").replaceChildren(
      ...series.map((each, i) => h("span", { class: `key key-${i}` }, each.name)),
    );
  } catch (error) {
    if (isAbort(error)) return;
    status.textContent = words(error);
  }
  place.classList.remove("waiting");
}

// Opening

/** @type {AbortController | null} */
let opening = null;
/** @type {AbortController | null} the exact chances, which give way to whatever else is counted */
let exactly = null;
const SIZES = [14, 15, 16, 17, 18, 20, 22, 24];

/** @param {number} share */
const inWords = (share) => `${(100 * share).toFixed(1)} %`;

async function showOpening() {
  opening?.abort();
  exactly?.abort();
  opening = new AbortController();
  const { signal } = opening;
  const rules = { jokers: number("opening-jokers"), opening_points: number("opening-points") };
  /** @type {Map<number, Estimate>} */
  const found = new Map();
  const status = byId("opening-status");
  let estimate = "";
  const draw = () => {
    bars(
      byId("opening-chart"),
      SIZES.map((size) => {
        const each = found.get(size);
        return {
          label: String(size),
          share: each?.share ?? 0,
          low: each?.low ?? 0,
          high: each?.high ?? 0,
          known: each !== undefined,
        };
      }),
      "Estimated chance that a rack can open, by the number of tiles on it",
    );
    const first = found.get(14);
    if (first)
      estimate = `Estimated: with 14 tiles ${inWords(first.share)} can open (between ${inWords(first.low)} and ${inWords(first.high)}, after ${grouped(String(first.deals))} deals).`;
    status.textContent = estimate;
  };
  draw();
  try {
    for (const size of SIZES) {
      await openingOdds(
        { rules, size, deals: size === 14 ? 10_000 : 3000 },
        (event, data) => {
          if (event === "estimate") {
            found.set(size, data);
            draw();
          }
        },
        signal,
      );
    }
    if (!signal.aborted) await showExactly(rules, estimate, signal);
  } catch (error) {
    if (!isAbort(error)) status.textContent = words(error);
  }
}

/** Takes the place of the estimate as soon as it is known, if it is known within the time of one request.
 * @param {{ jokers: number, opening_points: number }} rules @param {string} estimate @param {AbortSignal} signal of the whole question */
async function showExactly(rules, estimate, signal) {
  exactly = new AbortController();
  const status = byId("opening-status");
  try {
    await exactOpeningOdds(
      { rules, max_size: 24 },
      (event, data) => {
        if (event === "progress") status.textContent = `${estimate} The exact chance is being worked out…`;
        if (event !== "opening") return;
        const chances = new Map(
          data.sizes.map((/** @type {{ size: number, probability: number }} */ each) => [
            each.size,
            each.probability,
          ]),
        );
        const share = (/** @type {number} */ size) => chances.get(size) ?? 0;
        bars(
          byId("opening-chart"),
          SIZES.map((size) => ({
            label: String(size),
            share: share(size),
            low: share(size),
            high: share(size),
            known: true,
          })),
          "Exact chance that a rack can open, by the number of tiles on it",
        );
        status.textContent = `Exact: with 14 tiles ${(100 * share(14)).toFixed(4)} % can open.`;
      },
      exactly.signal,
    );
  } catch (error) {
    if (signal.aborted) return;
    if (isAbort(error)) status.textContent = estimate;
    else if (error instanceof ServerError && error.problem.code === "time-limit")
      status.textContent = `${estimate} The exact chance takes too long for this page: the command line works it out (optimeld odds opening).`;
    else throw error;
  }
}

// The calculator

/** @type {AbortController | null} */
let calculating = null;

async function calculate() {
  calculating?.abort();
  calculating = new AbortController();
  const size = number("calc-size");
  const place = byId("calc-answer");
  const problem = outOfRange();
  if (problem) {
    place.replaceChildren(h("p", { class: "note bad", role: "alert" }, problem));
    return;
  }
  const body = {
    values: number("calc-values"),
    colours: number("calc-colours"),
    copies: number("calc-copies"),
    jokers: number("calc-jokers"),
    min_meld: 3,
    max_size: size,
  };
  place.replaceChildren(h("p", { class: "soft" }, "Counting…"));
  try {
    const hands = await countHands(
      body,
      (text) => place.replaceChildren(h("p", { class: "soft" }, text)),
      calculating.signal,
    );
    const hand = hands.find((each) => each.size === size);
    if (!hand) {
      place.replaceChildren(h("p", { class: "note warn" }, `This box has only ${hands.length - 1} tiles.`));
      return;
    }
    const once = hand.probability > 0 ? `1 in ${grouped(String(Math.round(1 / hand.probability)))}` : "never";
    place.replaceChildren(
      h(
        "p",
        { class: "big" },
        h("b", {}, percent(hand.probability)),
        h("span", { class: "soft" }, ` — ${once} deals of ${size} tiles can be laid down whole`),
      ),
      h(
        "dl",
        { class: "numbers" },
        h("dt", {}, "Winning hands"),
        h("dd", { class: "num" }, grouped(hand.winning)),
        h("dt", {}, "of different hands"),
        h("dd", { class: "num" }, grouped(hand.configurations)),
        h("dt", {}, "Winning deals"),
        h("dd", { class: "num" }, grouped(hand.winning_deals)),
        h("dt", {}, "of all deals"),
        h("dd", { class: "num" }, grouped(hand.deals)),
        h("dt", {}, "Share of different hands"),
        h("dd", { class: "num" }, percent(hand.share)),
      ),
    );
  } catch (error) {
    if (!isAbort(error)) place.replaceChildren(h("p", { class: "note bad", role: "alert" }, words(error)));
  }
}

for (const id of ["winning-size", "jokers-0", "jokers-1", "jokers-2", "how-deals", "how-hands"])
  byId(id).addEventListener("change", showWinning);
for (const id of ["opening-jokers", "opening-points"]) byId(id).addEventListener("change", showOpening);
byId("calc").addEventListener("click", calculate);
setUpShell([{ keys: ["ArrowLeft", "ArrowRight"], text: "Read the chart, when it has the focus" }], "Keys");

// The calculator does not wait for the chart: both count at once.
await Promise.all([showWinning(), calculate()]);
await showOpening();
