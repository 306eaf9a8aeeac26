// Turns in words.

import { plural } from "../shared/dom.js";

/** @typedef {import("../shared/types.js").LogTurn} LogTurn */
/** @typedef {import("../shared/types.js").GameView} GameView */

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
        ? `${verb("draw", "draws")} and ${mine ? "leave" : "leaves"} ${turn.river}`
        : verb("draw a tile", "draws a tile");
    case "take":
      return `${verb("take", "takes")} ${turn.river} from the river`;
    case "pass":
      return verb("pass", "passes");
    case "forfeit":
      return `${verb("lose", "loses")} the turn${turn.drawn_count ? ` and ${mine ? "draw" : "draws"} ${plural(turn.drawn_count, "tile")}` : ""}${turn.note ? ` (${turn.note})` : ""}`;
  }
}
