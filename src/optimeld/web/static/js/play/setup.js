// Before the game: who plays, by which rules; and the games that were left.

import { button, byId, h, icon, input } from "../shared/dom.js";
import { game as getGame, isGone, newGame, newTable, opponents as getOpponents } from "../shared/engine.js";
import { hasServer, placeOf } from "../shared/places.js";
import { BOXES } from "../shared/rules.js";
import { forget, recall, recallList, remember, toast } from "../shared/shell.js";
import { rememberChairs } from "./chairs.js";

/** @typedef {import("../shared/types.js").Opponent} Opponent */
/** @typedef {import("../shared/types.js").GameView} GameView */
/** @typedef {{ id: string, who: string, when: number }} Known */

/** Games that are listed. */
const MOST_KNOWN = 12;
/** Chairs beside the player's own. */
const MOST = 5;
/** More players than this want the larger box. */
const RETAIL_PLAYERS = 4;
const PEOPLE = /** @type {const} */ ({
  link: "Somebody on another device: you get a link to send.",
  here: "Somebody on this device: you take turns at it.",
});

/** @returns {Known[]} */
export const knownGames = () => recallList("games");

/** @param {GameView} view */
export function rememberGame(view) {
  const names = view.players.filter((_, seat) => seat !== view.seat).map((player) => player.name);
  const others = knownGames().filter((game) => game.id !== view.id);
  const known = { id: view.id, who: names.join(", "), when: Date.now() };
  remember("games", JSON.stringify([known, ...others].slice(0, MOST_KNOWN)));
}

/** @param {string} id */
export function forgetGame(id) {
  remember("games", JSON.stringify(knownGames().filter((game) => game.id !== id)));
  forget(`draft.${id}`);
  forget(`seen.${id}`);
}

/** What to expect of a player of the engine, and how well its rating is known.
 * @param {Opponent} opponent */
function engineWords({ words, rating, doubt }) {
  return rating === null || doubt === null ? words : `${words} Rating ${rating}, give or take ${doubt}.`;
}

/** @param {string} id @returns {HTMLSelectElement} */
const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

/** One chair: an opponent of the engine, a person, or nobody.
 * @param {Opponent[]} all @param {number} slot @param {string} chosen @param {string} name */
function chair(all, slot, chosen, name) {
  const choice = h(
    "select",
    { id: `opponent-${slot}`, "aria-describedby": `opponent-words-${slot}` },
    slot > 1 ? h("option", { value: "" }, "nobody") : null,
    h(
      "optgroup",
      { label: "The engine" },
      all.map((each) =>
        h(
          "option",
          { value: each.agent },
          each.rating === null ? each.name : `${each.name} · ${each.rating}`,
        ),
      ),
    ),
    // Friends meet at a server.
    hasServer
      ? h(
          "optgroup",
          { label: "People" },
          h("option", { value: "link" }, "a friend, by a link"),
          h("option", { value: "here" }, "a friend, on this device"),
        )
      : null,
  );
  choice.value = chosen;
  if (choice.selectedIndex < 0) choice.selectedIndex = 0;
  const who = h("input", {
    type: "text",
    id: `friend-${slot}`,
    maxlength: "24",
    "aria-label": `Name of player ${slot + 1}`,
    value: name,
    autocomplete: "off",
  });
  const words = h("p", { class: "small soft", id: `opponent-words-${slot}` });
  const tell = () => {
    const person = /** @type {string | undefined} */ (PEOPLE[/** @type {"link"} */ (choice.value)]);
    who.hidden = person === undefined;
    const engine = all.find((each) => each.agent === choice.value);
    words.textContent = person ?? (engine ? engineWords(engine) : "An empty chair.");
    fitBox();
  };
  choice.addEventListener("change", tell);
  return {
    element: h(
      "div",
      { class: "field seat" },
      h("label", { for: `opponent-${slot}` }, `Player ${slot + 1}`),
      choice,
      who,
      words,
    ),
    tell,
  };
}

/** @returns {{ choice: string, name: string }[]} the chairs that are taken */
function chairs() {
  return [...document.querySelectorAll("#opponents select")].flatMap((each, i) => {
    const { value } = /** @type {HTMLSelectElement} */ (each);
    const name = input(`friend-${i + 1}`).value.trim();
    return value ? [{ choice: value, name: name || `Friend ${i + 1}` }] : [];
  });
}

/** More than four need the larger box; whoever has chosen one by hand keeps it. */
function fitBox() {
  const box = select("box");
  if (box.dataset.chosen) return;
  box.value = chairs().length + 1 > RETAIL_PLAYERS ? "1" : "0";
}

export async function showSetup() {
  byId("setup").hidden = false;
  input("player-name").value = recall("name") ?? "";
  const all = await getOpponents();
  const usual = (recall("opponents") ?? `${all[1]?.agent ?? ""},${all[2]?.agent ?? ""}`).split(",");
  const names = (recall("friends") ?? "").split("\n");
  const place = byId("opponents");
  place.replaceChildren();
  const add = () => {
    const slot = place.children.length + 1;
    const made = chair(all, slot, usual[slot - 1] ?? "", names[slot - 1] || `Friend ${slot}`);
    place.append(made.element);
    made.tell();
    byId("add-player").hidden = slot === MOST;
  };
  for (let slot = 1; slot <= Math.max(2, Math.min(MOST, usual.length)); slot += 1) add();
  byId("add-player").addEventListener("click", () => {
    add();
    const added = select(`opponent-${place.children.length}`);
    added.selectedIndex = Math.max(1, added.selectedIndex);
    added.dispatchEvent(new Event("change"));
    added.focus();
  });
  const box = select("box");
  box.addEventListener("change", () => {
    box.dataset.chosen = "yes";
  });
  const deal = button("start");
  deal.addEventListener("click", start);
  deal.disabled = false;
  await showKnown();
}

/** @returns {Record<string, unknown>} */
function chosenRules() {
  /** @type {Record<string, unknown>} */
  const rules = { joker_rule: select("joker-rule").value, ...BOXES[Number(select("box").value)]?.changes };
  if (input("river").checked) rules.river = true;
  if (input("opening-then-table").checked) rules.opening_then_table = true;
  if (input("must-play").checked) rules.must_play = true;
  const points = Number(select("opening-points").value);
  if (points !== 30) rules.opening_points = points;
  return rules;
}

async function start() {
  const others = chairs();
  const name = input("player-name").value.trim();
  const seconds = Number(select("clock").value);
  const more = { rules: chosenRules(), ...(seconds ? { clock: seconds } : {}) };
  remember("opponents", others.map((each) => each.choice).join(","));
  remember("friends", others.map((each) => each.name).join("\n"));
  remember("name", name);
  button("start").disabled = true;
  try {
    const key = others.some((each) => each.choice in PEOPLE)
      ? await startWithFriends(name, others, more)
      : await startAlone(name, others, more);
    location.href = placeOf("play", key);
  } catch (error) {
    button("start").disabled = false;
    toast(error instanceof Error ? error.message : String(error), "bad");
  }
}

/** @param {string} name @param {{ choice: string }[]} others @param {object} more */
async function startAlone(name, others, more) {
  const view = await newGame({ name: name || "You", opponents: others.map((each) => each.choice), ...more });
  rememberGame(view);
  return view.id;
}

/** @param {string} name @param {{ choice: string, name: string }[]} others @param {object} more */
async function startWithFriends(name, others, more) {
  const seats = [
    { person: { name: name || "Player 1", here: true } },
    ...others.map((each) =>
      each.choice in PEOPLE
        ? { person: { name: each.name, here: each.choice === "here" } }
        : { agent: each.choice },
    ),
  ];
  const table = await newTable({ seats, ...more });
  rememberChairs(table.chairs);
  const key = table.chairs[0]?.key ?? "";
  rememberGame(await getGame(key));
  return key;
}

async function showKnown() {
  const known = knownGames();
  const found = await Promise.all(
    known.slice(0, 6).map(async (game) => {
      try {
        return { game, view: await getGame(game.id) };
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
          { class: "button", href: placeOf(view.over ? "review" : "play", game.id) },
          view.over ? "Review" : "Continue",
        ),
        h(
          "span",
          { class: "grow" },
          h("b", {}, `with ${game.who}`),
          h("br"),
          h(
            "span",
            { class: "small soft" },
            view.over
              ? `${view.result?.winner === view.seat ? "won" : "lost"} · ${view.turn} turns`
              : `turn ${view.turn + 1} · ${view.rack.length} tiles on your rack`,
          ),
        ),
        h(
          "button",
          {
            type: "button",
            class: "button quiet icon",
            "aria-label": `Forget the game with ${game.who}`,
            onclick: (/** @type {Event} */ event) => {
              forgetGame(game.id);
              if (event.currentTarget instanceof Element) event.currentTarget.closest("li")?.remove();
            },
          },
          icon("bin"),
        ),
      ),
    );
  byId("known").hidden = rows.length === 0;
  byId("known-list").replaceChildren(...rows);
}
