// How to win: who else sits at the table, and the chance of winning of each thing to do, better and better known.

import { button, byId, h, icon, plural } from "../shared/dom.js";
import { advise, isAbort, ServerError } from "../shared/engine.js";
import { nameOf } from "../shared/notation.js";
import { differences } from "../shared/rules.js";
import { tileRow, withTiles } from "../shared/tile.js";

/** @typedef {import("./ctrl.js").AnalyseCtrl} AnalyseCtrl */
/** @typedef {import("../shared/types.js").Advice} Advice */
/** @typedef {import("../shared/types.js").Candidate} Candidate */
/** @typedef {{ tiles: number, opened: boolean }} Other */

/** How long the engine thinks about a position, and how long nothing must be edited before it begins. */
const THINK_SECONDS = 3;
const PAUSE_MS = 700;
/** How long the last position's chances may stay while the next one's answer is on its way. */
const STALE_MS = 300;
const MOST_OTHERS = 5;
const FIRST_SHOWN = 4;

/** @param {string} text `7,12n`: two others with 7 and 12 tiles, the second has not opened @returns {Other[]} */
export function readOthers(text) {
  const others = text.split(",").flatMap((word) => {
    const match = /^(\d{1,3})(n?)$/.exec(word);
    return match ? [{ tiles: Math.max(1, Number(match[1])), opened: match[2] === "" }] : [];
  });
  return others.length > 0 ? others.slice(0, MOST_OTHERS) : [{ tiles: 10, opened: true }];
}

/** @param {Other[]} others */
export const printOthers = (others) =>
  others.map((each) => `${each.tiles}${each.opened ? "" : "n"}`).join(",");

/** @param {Candidate} option */
function whatToDo(option) {
  switch (option.action) {
    case "play":
      return `Lay ${plural(option.played?.length ?? 0, "tile")}`;
    case "take":
      return `Take the ${nameOf(option.tile ?? "J")}`;
    case "pass":
      return "Pass";
    default:
      return "Draw";
  }
}

/** @param {number} share */
const percent = (share) => `${Math.round(100 * share)} %`;

export class WinPanel {
  /** @param {AnalyseCtrl} ctrl @param {HTMLElement} place */
  constructor(ctrl, place) {
    this.ctrl = ctrl;
    this.place = place;
    /** @type {Other[]} */
    this.others = readOthers(new URLSearchParams(location.search).get("vs") ?? "");
    /** @type {number | null} tiles left to draw; null: all that are unseen otherwise */
    this.pool = null;
    /** @type {Advice | null} */
    this.advice = null;
    /** @type {string} */
    this.trouble = "";
    this.thinking = false;
    /** whether all candidates are listed, not only the best few */
    this.all = false;
    /** @type {AbortController | null} */
    this.request = null;
    this.timer = 0;
    /** @type {number} which candidate says why */
    this.chosen = 0;
    this.#build();
  }

  /** A new position: what was thought about the last one is worth nothing now. It goes with the last answer, all at
   * once, unless that is long in coming. */
  restart() {
    this.request?.abort();
    clearTimeout(this.timer);
    if (this.ctrl.waiting) this.timer = window.setTimeout(() => this.#begin(), STALE_MS);
    else this.#begin();
  }

  #begin() {
    this.advice = null;
    this.trouble = "";
    this.chosen = 0;
    this.all = false;
    const { check, board, wins } = this.ctrl;
    const ready = check?.ok === true && board.rack.length > 0;
    this.place.hidden = !ready;
    this.trouble = ready ? this.#impossible() : "";
    this.thinking = ready && this.trouble === "";
    this.#render();
    if (this.thinking) this.timer = window.setTimeout(() => this.#think(), wins ? 150 : PAUSE_MS);
  }

  /** What cannot be about the others and the pool, in words. */
  #impossible() {
    const unseen = this.ctrl.check?.unseen.total ?? 0;
    const held = this.others.reduce((sum, each) => sum + each.tiles, 0);
    if (held > unseen) return `The others hold ${plural(held, "tile")}, but only ${unseen} are unseen.`;
    const left = unseen - held;
    return this.pool !== null && this.pool > left
      ? `There cannot be a pool of ${this.pool}: ${plural(left, "tile")} at most are left for it.`
      : "";
  }

  async #think() {
    const request = new AbortController();
    this.request = request;
    // With the next edit, not only once its answer is shown: that is worked out on the same processor.
    this.ctrl.request?.signal.addEventListener("abort", () => request.abort());
    const { table, rack, rules, opening } = this.ctrl.place;
    try {
      await advise(
        {
          table,
          rack,
          rules: differences(rules),
          opening,
          opponents: this.others.map((each) => each.tiles),
          opened: this.others.map((each) => each.opened),
          pool: this.pool,
          think: THINK_SECONDS,
        },
        (event, data) => {
          if (request.signal.aborted || event !== "advice") return;
          this.advice = data;
          this.#render();
        },
        request.signal,
      );
    } catch (error) {
      if (isAbort(error) || request.signal.aborted) return;
      this.trouble = error instanceof ServerError ? error.message : "The engine does not answer.";
    }
    if (request.signal.aborted) return;
    this.thinking = false;
    this.#render();
  }

  /** @param {Other[]} others */
  #setOthers(others) {
    this.others = others;
    this.#renderOthers();
    this.ctrl.setOthers(printOthers(others));
    this.restart();
  }

  #build() {
    const add = h("button", { type: "button", class: "button small", id: "add-other" }, "Add another player");
    add.addEventListener("click", () => this.#setOthers([...this.others, { tiles: 10, opened: true }]));
    const all = h("button", { type: "button", class: "button small", id: "all-candidates", hidden: true });
    all.addEventListener("click", () => {
      this.all = true;
      this.#render();
    });
    const pool = h("input", { type: "number", id: "pool-size", min: 0, max: 400, inputmode: "numeric" });
    pool.addEventListener("change", () => {
      this.pool = pool.value === "" ? null : Math.max(0, Math.round(Number(pool.value)));
      this.restart();
    });
    this.place.replaceChildren(
      h(
        "div",
        { class: "card-head" },
        h("h2", { id: "win-title" }, "How to win"),
        h("span", { class: "badge", id: "win-status", role: "status" }),
      ),
      h("ul", { class: "others", id: "others", "aria-label": "The other players" }),
      h("div", { class: "row pool-row" }, add, h("label", { class: "row small" }, "Pool", pool)),
      h("ol", { class: "candidates", id: "candidates" }),
      all,
      h("p", { class: "why", id: "win-why" }),
      h("p", { class: "note bad", id: "win-problem", role: "alert", hidden: true }),
      h(
        "p",
        { class: "small soft" },
        "Estimated: the hidden tiles are dealt again and again, and the game is played on. The bar ends where 95 % of the doubt does.",
      ),
    );
    this.#renderOthers();
  }

  #renderOthers() {
    const many = this.others.length > 1;
    byId("others").replaceChildren(
      ...this.others.map((other, at) => {
        const change = (/** @type {Partial<Other>} */ what) =>
          this.#setOthers(this.others.map((each, i) => (i === at ? { ...each, ...what } : each)));
        const tiles = h("input", {
          type: "number",
          min: 1,
          max: 60,
          value: other.tiles,
          inputmode: "numeric",
          "aria-label": `Tiles of player ${at + 2}`,
        });
        tiles.addEventListener("change", () => {
          const count = Math.round(Number(tiles.value));
          if (Number.isFinite(count)) change({ tiles: Math.max(1, Math.min(60, count)) });
        });
        const opened = h("input", { type: "checkbox", "aria-label": `Player ${at + 2} has opened` });
        opened.checked = other.opened;
        opened.addEventListener("change", () => change({ opened: opened.checked }));
        return h(
          "li",
          { class: "row" },
          h("span", { class: "who" }, many ? `Player ${at + 2}` : "The other player"),
          h("label", { class: "row small" }, tiles, "tiles"),
          h("label", { class: "check small" }, opened, "opened"),
          many
            ? h(
                "button",
                {
                  type: "button",
                  class: "button icon quiet",
                  "aria-label": `Remove player ${at + 2}`,
                  onclick: () => this.#setOthers(this.others.filter((_, i) => i !== at)),
                },
                icon("bin"),
              )
            : null,
        );
      }),
    );
    button("add-other").disabled = this.others.length >= MOST_OTHERS;
  }

  #render() {
    const { advice } = this;
    byId("win-status").textContent = this.thinking
      ? advice
        ? `thinking, ${plural(advice.rollouts, "game")}…`
        : "thinking…"
      : advice
        ? plural(advice.rollouts, "game")
        : "";
    byId("win-problem").hidden = this.trouble === "";
    byId("win-problem").textContent = this.trouble;
    const pool = /** @type {HTMLInputElement} */ (byId("pool-size"));
    const unseen = this.ctrl.check?.unseen.total ?? 0;
    const held = this.others.reduce((sum, each) => sum + each.tiles, 0);
    pool.placeholder = String(Math.max(0, unseen - held));
    const candidates = advice?.candidates ?? [];
    const best = candidates[0];
    // The best few, and doing nothing always: what it costs to lay something is the question.
    const shown = candidates.filter((option, at) => this.all || at < FIRST_SHOWN || option.action !== "play");
    byId("candidates").replaceChildren(
      ...shown.map((option) => this.#row(option, candidates.indexOf(option))),
    );
    const more = byId("all-candidates");
    more.hidden = this.all || shown.length === candidates.length;
    more.textContent = `All ${candidates.length}`;
    const saying = candidates[this.chosen] ?? best;
    byId("win-why").replaceChildren(...(saying ? withTiles(saying.why) : []));
  }

  /** @param {Candidate} option @param {number} at */
  #row(option, at) {
    const most = this.ctrl.solution?.tiles ?? 0;
    const laysMost = option.action === "play" && (option.played?.length ?? 0) === most;
    const bar = h("span", { class: "chance", "aria-hidden": "true" }, h("i"), h("b"));
    const [sure, doubt] = /** @type {HTMLElement[]} */ ([...bar.children]);
    if (sure) sure.style.width = `${100 * option.win}%`;
    if (doubt) {
      doubt.style.left = `${100 * option.low}%`;
      doubt.style.width = `${100 * (option.high - option.low)}%`;
    }
    const row = h(
      "button",
      { type: "button", "aria-pressed": String(at === this.chosen), "data-candidate": at },
      h("span", { class: "num share" }, percent(option.win)),
      h(
        "span",
        { class: "what" },
        h("span", {}, h("b", {}, whatToDo(option)), laysMost ? h("small", {}, " most tiles") : null),
        option.played ? tileRow(option.played, "tiny") : null,
        bar,
      ),
    );
    row.setAttribute(
      "title",
      `between ${percent(option.low)} and ${percent(option.high)}; ${option.points >= 0 ? "+" : ""}${option.points.toFixed(1)} points`,
    );
    const table = option.table ?? null;
    row.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") this.ctrl.look(table);
    });
    row.addEventListener("pointerleave", () => this.ctrl.look(null));
    row.addEventListener("click", () => {
      this.chosen = at;
      this.#render();
      if (!matchMedia("(hover: hover)").matches) this.ctrl.look(table);
    });
    return h("li", {}, row);
  }
}
