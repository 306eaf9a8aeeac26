// The side panel with the rules: objective, opening, jokers, box.

import { h } from "../shared/dom.js";
import { BOXES } from "../shared/rules.js";

/** @typedef {import("./ctrl.js").AnalyseCtrl} AnalyseCtrl */
/** @typedef {import("../shared/types.js").Rules} Rules */

const JOKERS = /** @type {const} */ ({
  official: "A joker taken from its meld must be used with a tile from the rack.",
  free: "A joker on the table moves like any other tile.",
  locked: "A joker stays until a tile from the rack takes its very place.",
});

/** @template {string} T @param {string} name @param {string} legend @param {[T, string][]} choices @param {T} chosen @param {(choice: T) => void} choose */
function choice(name, legend, choices, chosen, choose) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", {}, legend),
    h(
      "div",
      { class: "seg" },
      choices.map(([value, text]) => {
        const radio = h("input", { type: "radio", name, value, id: `${name}-${value}` });
        radio.checked = value === chosen;
        radio.addEventListener("change", () => choose(value));
        return h("label", { for: `${name}-${value}` }, radio, text);
      }),
    ),
  );
}

/** @param {string} label @param {number} value @param {number} low @param {number} high @param {(value: number) => void} set */
function number(label, value, low, high, set) {
  const field = h("input", { type: "number", min: low, max: high, value, inputmode: "numeric" });
  field.addEventListener("change", () => {
    const wanted = Math.round(Number(field.value));
    if (Number.isFinite(wanted)) set(Math.max(low, Math.min(high, wanted)));
  });
  return h("label", { class: "field" }, h("span", {}, label), field);
}

/** A rule that is in force or not.
 * @param {string} id @param {string} words @param {boolean} on @param {(on: boolean) => void} set */
function check(id, words, on, set) {
  const box = h("input", { type: "checkbox", id });
  box.checked = on;
  box.addEventListener("change", () => set(box.checked));
  return h("label", { class: "check" }, box, words);
}

/** @param {AnalyseCtrl} ctrl @param {HTMLElement} place */
export function renderRules(ctrl, place) {
  const { rules, layout } = ctrl;
  const open = place.querySelector("details")?.open ?? false;
  const box = BOXES.findIndex(({ changes }) =>
    Object.entries(changes).every(([name, value]) => rules[/** @type {keyof Rules} */ (name)] === value),
  );
  const select = h(
    "select",
    { id: "box" },
    BOXES.map(({ name }, i) => h("option", { value: i }, name)),
    h("option", { value: -1 }, "Another box"),
  );
  select.value = String(box);
  select.addEventListener("change", () => {
    const chosen = BOXES[Number(select.value)];
    if (chosen) ctrl.setRules(chosen.changes);
  });
  place.replaceChildren(
    h("h2", { id: "rules-title" }, "Rules"),
    h(
      "div",
      { class: "rules-grid" },
      choice(
        "objective",
        "Best is",
        [
          ["tiles", "most tiles"],
          ["value", "highest value"],
        ],
        layout.objective,
        (objective) => ctrl.edit({ objective }),
      ),
      check(
        "opening",
        `This is my opening (${rules.opening_points} points, from the rack)`,
        layout.opening,
        (opening) => ctrl.edit({ opening }),
      ),
      h(
        "div",
        {},
        choice(
          "joker",
          "Jokers on the table",
          [
            ["official", "official"],
            ["free", "free"],
            ["locked", "locked"],
          ],
          rules.joker_rule,
          (joker_rule) => ctrl.setRules({ joker_rule }),
        ),
        h("p", { class: "small soft" }, JOKERS[rules.joker_rule]),
      ),
      h("label", { class: "field" }, h("span", {}, "Box"), select),
      h(
        "details",
        { ...(open || box < 0 ? { open: true } : {}) },
        h("summary", {}, "More"),
        h(
          "div",
          { class: "rules-row" },
          number("Values", rules.values, 3, 20, (values) => ctrl.setRules({ values })),
          number("Colours", rules.colours, 2, 6, (colours) => ctrl.setRules({ colours })),
          number("Copies", rules.copies, 1, 4, (copies) => ctrl.setRules({ copies })),
          number("Jokers", rules.jokers, 0, 4, (jokers) => ctrl.setRules({ jokers })),
          number("Shortest meld", rules.min_meld, 2, 6, (min_meld) => ctrl.setRules({ min_meld })),
          number("Opening", rules.opening_points, 0, 200, (opening_points) =>
            ctrl.setRules({ opening_points }),
          ),
        ),
        check(
          "opening-then-table",
          "After opening, go on in the same turn",
          rules.opening_then_table,
          (opening_then_table) => ctrl.setRules({ opening_then_table }),
        ),
        check("must-play", "Who can lay a tile must: no waiting", rules.must_play, (must_play) =>
          ctrl.setRules({ must_play }),
        ),
      ),
    ),
  );
}
