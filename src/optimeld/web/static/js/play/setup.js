// Before the game: who plays, by which rules; and the games that were left.

import { byId, h, input } from "../shared/dom.js";
import { game as getGame, isGone, newGame, opponents as getOpponents } from "../shared/engine.js";
import { forget, recall, remember, toast } from "../shared/shell.js";

/** @typedef {import("../shared/types.js").Opponent} Opponent */
/** @typedef {{ id: string, who: string, when: number }} Known */

/** @returns {Known[]} */
export function knownGames() {
  try {
    const games = JSON.parse(recall("games") ?? "[]");
    return Array.isArray(games) ? games : [];
  } catch {
    return [];
  }
}

/** @param {string} id @param {string} who */
export function rememberGame(id, who) {
  const others = knownGames().filter((game) => game.id !== id);
  remember("games", JSON.stringify([{ id, who, when: Date.now() }, ...others].slice(0, 12)));
}

/** @param {string} id */
export function forgetGame(id) {
  remember("games", JSON.stringify(knownGames().filter((game) => game.id !== id)));
  forget(`draft.${id}`);
}

/** @param {Opponent[]} all @param {number} slot @param {string} chosen */
function opponentChoice(all, slot, chosen) {
  const select = h(
    "select",
    { id: `opponent-${slot}`, "aria-describedby": `opponent-words-${slot}` },
    slot > 1 ? h("option", { value: "" }, "nobody") : null,
    all.map((each) =>
      h(
        "option",
        { value: each.agent },
        `${each.name} · ${"●".repeat(each.level)}${"○".repeat(all.length - each.level)}`,
      ),
    ),
  );
  select.value = chosen;
  const words = h("p", { class: "small soft", id: `opponent-words-${slot}` });
  const tell = () => {
    words.textContent = all.find((each) => each.agent === select.value)?.words ?? "An empty chair.";
  };
  select.addEventListener("change", tell);
  tell();
  return h("label", { class: "field seat" }, h("span", {}, `Opponent ${slot}`), select, words);
}

export async function showSetup() {
  byId("setup").hidden = false;
  const opponents = await getOpponents();
  const usual = (recall("opponents") ?? "simple,greedy").split(",");
  byId("opponents").replaceChildren(
    ...[1, 2, 3].map((slot) => opponentChoice(opponents, slot, usual[slot - 1] ?? "")),
  );
  input("player-name").value = recall("name") ?? "You";
  const deal = /** @type {HTMLButtonElement} */ (byId("start"));
  deal.addEventListener("click", start);
  deal.disabled = false;
  await showKnown();
}

/** @param {string} id @returns {HTMLSelectElement} */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

async function start() {
  const opponents = [1, 2, 3].map((slot) => select(`opponent-${slot}`).value).filter(Boolean);
  const name = input("player-name").value.trim() || "You";
  const clock = Number(select("clock").value);
  /** @type {Record<string, unknown>} */
  const rules = { joker_rule: select("joker-rule").value };
  if (input("river").checked) rules.river = true;
  if (input("opening-then-table").checked) rules.opening_then_table = true;
  const points = Number(select("opening-points").value);
  if (points !== 30) rules.opening_points = points;
  remember("opponents", opponents.join(","));
  remember("name", name);
  try {
    const game = await newGame({ name, opponents, rules, ...(clock ? { clock } : {}) });
    rememberGame(
      game.id,
      game.players
        .filter((/** @type {{ agent: unknown }} */ each) => each.agent)
        .map((/** @type {{ name: string }} */ each) => each.name)
        .join(", "),
    );
    location.href = `/play/${game.id}`;
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}

async function showKnown() {
  const known = knownGames();
  const found = await Promise.all(
    known.slice(0, 6).map(async (game) => {
      try {
        return {
          game,
          view: await getGame(game.id),
        };
      } catch (error) {
        if (isGone(error)) forgetGame(game.id);
        return null;
      }
    }),
  );
  const rows = found
    .flatMap((each) => (each ? [each] : []))
    .map(({ game, view }) =>
      h(
        "li",
        {},
        h(
          "a",
          { class: "button", href: view.over ? `/review/${game.id}` : `/play/${game.id}` },
          view.over ? "Review" : "Continue",
        ),
        h(
          "span",
          { class: "grow" },
          h("b", {}, `against ${game.who}`),
          h("br"),
          h(
            "span",
            { class: "small soft" },
            view.over
              ? `${view.result?.winner === view.seat ? "won" : "lost"} · ${view.turn} turns`
              : `turn ${view.turn + 1} · ${view.rack.length} tiles on your rack`,
          ),
        ),
      ),
    );
  byId("known").hidden = rows.length === 0;
  byId("known-list").replaceChildren(...rows);
}
