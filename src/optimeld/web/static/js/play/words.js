// Turns and refusals in the words of the game.

import { plural } from "../shared/dom.js";
import { nameOf } from "../shared/notation.js";

/** @typedef {import("../shared/types.js").LogTurn} LogTurn */
/** @typedef {import("../shared/types.js").GameView} GameView */

/** A sentence of the engine with the tiles named: "the run has a gap at black 3".
 * @param {string} text */
export function inWords(text) {
  return text
    .replace(/'([^']*)'/g, (_, /** @type {string} */ quoted) =>
      quoted.replaceAll(/(?<=\d|J) (?=[A-Z])/g, ", "),
    )
    .replace(/\b(?:[KRBOGPCW]\d{1,3}|J)\b/g, (tile) => nameOf(tile));
}

/** The same for sentences in which tiles are drawn: without the quotation marks around them.
 * @param {string} text */
export const unquoted = (text) =>
  text.replace(/'((?:[KRBOGPCW]\d{1,3}|J)(?: (?:[KRBOGPCW]\d{1,3}|J))*)'/g, "$1");

/** @param {number} points */
export const notOpenedWords = (points) =>
  `You have not opened yet: lay melds of your own tiles worth ${points} points first. After that the table is yours to rearrange.`;

/** @param {LogTurn} turn @param {GameView} view */
export function turnWords(turn, view) {
  const mine = turn.player === view.seat;
  const who = mine ? "You" : (view.players[turn.player]?.name ?? "?");
  const verb = (/** @type {string} */ you, /** @type {string} */ other) => `${who} ${mine ? you : other}`;
  switch (turn.action) {
    case "play":
      return turn.opening
        ? `${verb("open", "opens")} with ${plural(turn.played.length, "tile")}`
        : `${verb("lay", "lays")} ${plural(turn.played.length, "tile")}`;
    case "draw":
      return turn.river
        ? `${verb("draw", "draws")} and ${mine ? "leave" : "leaves"} the ${nameOf(turn.river)}`
        : verb("draw a tile", "draws a tile");
    case "take":
      return `${verb("take", "takes")} the ${nameOf(turn.river ?? "")} from the river`;
    case "pass":
      return verb("pass", "passes");
    case "forfeit":
      return `${verb("lose", "loses")} the turn${turn.drawn_count ? ` and ${mine ? "draw" : "draws"} ${plural(turn.drawn_count, "tile")}` : ""}${turn.note ? ` (${turn.note})` : ""}`;
  }
}
