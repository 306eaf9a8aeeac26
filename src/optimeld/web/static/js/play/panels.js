// What stands around the table: the players, the log, the score sheet, the hints, the end.

import { h, icon, plural } from "../shared/dom.js";
import { placeOf } from "../shared/places.js";
import { tilePicture, tileRow } from "../shared/tile.js";
import { chairsOf } from "./chairs.js";
import { turnWords } from "./words.js";

/** @typedef {import("./ctrl.js").PlayCtrl} PlayCtrl */
/** @typedef {import("../shared/types.js").GameView} GameView */

/** @param {import("../shared/types.js").Player} player @param {boolean} atThisDevice */
function whoWords(player, atThisDevice) {
  if (player.agent !== null) return player.rating === null ? "" : String(player.rating);
  if (player.joined === false) return "not here yet";
  return player.here === false && !atThisDevice ? "away" : "";
}

/** @param {number} score */
const signed = (score) => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");

/** @param {PlayCtrl} ctrl @param {HTMLElement} place */
export function renderPlayers(ctrl, place) {
  const view = ctrl.view;
  if (!view) return;
  const moving = ctrl.showing ? ctrl.showing.event.player : view.over ? -1 : view.to_move;
  // Seen from the player's chair: the others in the order in which they move.
  const seats = view.players
    .map((_, i) => (view.seat + 1 + i) % view.players.length)
    .filter((seat) => seat !== view.seat);
  const shared = new Set(chairsOf(ctrl.id).map((chair) => chair.seat));
  place.replaceChildren(
    ...seats.map((seat) => {
      const player = /** @type {import("../shared/types.js").Player} */ (view.players[seat]);
      const backs = h(
        "span",
        { class: "backs", "aria-hidden": "true" },
        Array.from({ length: Math.min(player.tiles, 26) }, () => h("i")),
      );
      return h(
        "li",
        { class: `opponent ${moving === seat ? "moving" : ""}`, "data-seat": seat },
        h("span", { class: "avatar", "aria-hidden": "true" }, player.name.slice(0, 1)),
        h(
          "span",
          { class: "grow" },
          h("b", {}, player.name),
          " ",
          h("span", { class: "soft small" }, whoWords(player, shared.has(seat))),
          h(
            "span",
            { class: "line" },
            backs,
            h("span", { class: "num small" }, plural(player.tiles, "tile")),
          ),
        ),
        h(
          "span",
          { class: `badge ${player.opened ? "good" : ""}` },
          player.opened ? "opened" : "not yet open",
        ),
      );
    }),
  );
}

/** The links that are still to be sent.
 * @param {PlayCtrl} ctrl @param {HTMLElement} place */
export function renderInvitations(ctrl, place) {
  const open = ctrl.view?.players.filter((player) => player.invitation && !player.joined) ?? [];
  place.hidden = open.length === 0;
  const links = open.map((player) => placeOf("join", player.invitation ?? ""));
  if (place.hidden || place.dataset.links === links.join()) return;
  place.dataset.links = links.join();
  const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  place.replaceChildren(
    h("h2", { id: "invite-title" }, "Invite your friends"),
    h(
      "p",
      { class: "small soft" },
      "Each link is for one person. ",
      local
        ? "Other devices reach this one only if it was started with “optimeld serve --host 0.0.0.0” and the links begin with its address in your network."
        : "",
    ),
    h(
      "ul",
      { class: "links" },
      open.map((player, i) => {
        const field = h("input", {
          type: "text",
          readonly: true,
          value: links[i],
          "aria-label": `Link for ${player.name}`,
        });
        const copy = h("button", { type: "button", class: "button" }, "Copy");
        copy.addEventListener("click", async () => {
          field.select();
          await navigator.clipboard?.writeText(field.value);
          copy.textContent = "Copied";
        });
        return h("li", {}, h("b", {}, player.name), field, copy);
      }),
    ),
  );
}

/** @param {PlayCtrl} ctrl @param {HTMLElement} place */
export function renderLog(ctrl, place) {
  const view = ctrl.view;
  if (!view) return;
  const turns = view.log.slice(-40).reverse();
  place.replaceChildren(
    ...turns.map((turn, i) =>
      h(
        "li",
        { class: turn.player === view.seat ? "own" : "" },
        h("span", { class: "soft num small" }, view.log.length - i),
        h(
          "span",
          {},
          turnWords(turn, view),
          " ",
          turn.played.length > 0 ? tileRow(turn.played, "tiny") : null,
          turn.drawn.length > 0 ? tileRow(turn.drawn, "tiny") : null,
        ),
      ),
    ),
  );
}

/** @param {PlayCtrl} ctrl @param {HTMLElement} place */
export function renderSheet(ctrl, place) {
  const view = ctrl.view;
  if (!view) return;
  place.hidden = view.sheet.length === 0;
  if (place.hidden) return;
  const names = view.players.map((_, i) => view.players[(view.seat + i) % view.players.length]?.name ?? "");
  const totals = names.map((_, i) => view.sheet.reduce((sum, line) => sum + (line.scores[i] ?? 0), 0));
  const cell = (/** @type {number} */ score) =>
    h("td", { class: `num ${score < 0 ? "minus" : ""}` }, signed(score));
  place.replaceChildren(
    h("h2", { id: "sheet-title" }, "Score sheet"),
    h(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-labelledby": "sheet-title" },
      h(
        "table",
        { class: "sheet" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, "Game"),
            names.map((name) => h("th", { scope: "col" }, name)),
          ),
        ),
        h(
          "tbody",
          {},
          view.sheet.map((line) =>
            h(
              "tr",
              {},
              h(
                "th",
                { scope: "row" },
                h("a", { href: placeOf("review", line.id) }, String(line.number + 1)),
              ),
              line.scores.map(cell),
            ),
          ),
        ),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), totals.map(cell))),
      ),
    ),
  );
}

/** @param {PlayCtrl} ctrl @param {HTMLElement} place @param {{ use: () => void }} handlers */
export function renderHint(ctrl, place, handlers) {
  const hint = ctrl.hint;
  const usable = ctrl.myTurn;
  const ask = (/** @type {1 | 2 | 3} */ tier, /** @type {string} */ text) =>
    h(
      "button",
      {
        type: "button",
        class: "button",
        "data-hint": tier,
        ...(usable ? {} : { disabled: true }),
        "aria-pressed": String((hint?.tier ?? 0) >= tier),
        onclick: () => ctrl.askHint(tier),
      },
      text,
    );
  /** @type {Node[]} */
  const told = [];
  if (hint) {
    if (hint.tiles === 0)
      told.push(
        h(
          "p",
          {},
          hint.status === "time-limit"
            ? "Nothing was found in the time there was; it is not proved that nothing can be laid."
            : hint.opening
              ? "You cannot open yet: draw."
              : "Nothing can be played: draw.",
        ),
      );
    else {
      const laid = ctrl.laid.length;
      told.push(
        h(
          "p",
          {},
          h("b", {}, plural(hint.tiles, "tile")),
          ` can be laid${hint.opening ? " to open" : ""}${laid > 0 ? ` in this turn; you have laid ${laid}` : ""}.`,
        ),
      );
      if (hint.status === "time-limit")
        told.push(
          h("p", { class: "small soft" }, "The time did not suffice to prove that no play is better."),
        );
      if (hint.played) told.push(...hintedTiles(ctrl, hint.played));
      if (hint.table)
        told.push(
          h(
            "button",
            { type: "button", class: "button primary", id: "use-hint", onclick: handlers.use },
            "Lay it out for me",
          ),
        );
    }
  }
  place.replaceChildren(
    h("h2", { id: "hint-title" }, icon("bulb"), "Hint"),
    h("div", { class: "row" }, ask(1, "How many?"), ask(2, "Which tiles?"), ask(3, "The melds")),
    h("div", { class: "told", "aria-live": "polite" }, told),
  );
}

/** Which tiles the hint lays, and how that fits with what lies there already.
 * @param {PlayCtrl} ctrl @param {string[]} played */
function hintedTiles(ctrl, played) {
  const { left, other } = ctrl.hintLaid;
  const parts = [h("p", {}, tileRow(played))];
  if (left.length < played.length)
    parts.push(
      h(
        "p",
        {},
        left.length > 0 ? "Still on your rack: " : "You have laid them all.",
        left.length > 0 ? tileRow(left) : null,
      ),
    );
  if (other.length > 0) parts.push(h("p", {}, "You have laid, and the hint would not: ", tileRow(other)));
  return parts;
}

/** @param {GameView} view */
export function resultWords(view) {
  const result = view.result;
  if (!result) return "";
  const winner = view.players[result.winner]?.name ?? "Nobody";
  const won = result.winner === view.seat;
  if (result.blocked)
    return won
      ? "The pool is empty and nobody can play: your rack is the lowest. You win."
      : `The pool is empty and nobody can play: ${winner} has the lowest rack and wins.`;
  return won ? "Your rack is empty. You win!" : `${winner} has laid the last tile and wins.`;
}

/** @param {PlayCtrl} ctrl @param {HTMLElement} place @param {{ next: () => void }} handlers */
export function renderEnd(ctrl, place, handlers) {
  const view = ctrl.view;
  place.hidden = !view?.over || ctrl.busy;
  if (!view?.over || ctrl.busy || !view.result) return;
  const result = view.result;
  const won = result.winner === view.seat;
  place.replaceChildren(
    h("h2", { id: "end-title" }, won ? "You win" : `${view.players[result.winner]?.name ?? "Nobody"} wins`),
    h("p", {}, resultWords(view)),
    h(
      "ul",
      { class: "final" },
      view.players.map((player, seat) =>
        h(
          "li",
          {},
          h("b", {}, seat === view.seat ? "You" : player.name),
          h("span", { class: "num" }, signed(result.scores[seat] ?? 0)),
          h(
            "span",
            { class: "tiles" },
            (view.racks?.[seat] ?? []).map((tile) => tilePicture(tile, "tiny")),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "row" },
      h(
        "button",
        { type: "button", class: "button primary", id: "next-game", onclick: handlers.next },
        "Next game",
      ),
      h("a", { class: "button", id: "to-review", href: placeOf("review", view.id) }, "Review this game"),
      h("a", { class: "button quiet", href: placeOf("play") }, "Other opponents"),
    ),
  );
}
