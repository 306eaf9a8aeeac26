// One sentence why, in words of the game.

import { plural } from "../shared/dom.js";
import { order } from "../shared/notation.js";
import { rounded, written } from "./numbers.js";

/** @typedef {import("../shared/types.js").Tile} Tile */

/** What is known of one candidate: the tiles it leaves on the rack, the unseen tiles that would finish if one of them
 * were drawn now (one for each copy), and the shares of the rollouts that were won in the own next turn and lost before it.
 * @typedef {{ action: string, played: Tile[], left: number, draws: Tile[], unseen: number, finishesNext: number, losesFirst: number, opening: boolean }} Facts */

/** A chance that is worth a number. */
const NOTICED = 0.005;
const TILES_SHOWN = 4;
const DRAWS_SHOWN = 6;

/** @param {Facts} facts */
export function reason(facts) {
  const { action, left, opening } = facts;
  if (action === "play") return play(facts);
  if (action === "take") return `Takes a tile that everyone sees; ${chances(facts)}.`;
  const every = left === 1 ? "the last tile" : `all ${plural(left, "tile")}`;
  if (action === "pass") return `Keeps ${every}: nothing is laid that another could use; ${chances(facts)}.`;
  if (opening) return `Keeps ${every} and does not open yet; ${chances(facts)}.`;
  return `Keeps ${every}${left > 1 ? " together" : ""}: ${drawing(facts)}; ${anotherFirst(facts)}.`;
}

/** @param {Facts} facts */
function drawing({ draws, unseen }) {
  if (draws.length === 0) return "no single tile finishes yet";
  const kinds = [...new Set(draws)].sort(order("colour"));
  const shown = kinds.slice(0, DRAWS_SHOWN).join(" ") + (kinds.length > DRAWS_SHOWN ? " and others" : "");
  const verb = draws.length === 1 ? "finishes" : "finish";
  return `${draws.length} of ${unseen} unseen tiles ${verb} (${shown}), ${percent(draws.length / unseen)}`;
}

/** @param {Facts} facts */
function play(facts) {
  const { played, left, opening } = facts;
  if (left === 0) return "Lays the whole rack: you win at once.";
  const more = played.length > TILES_SHOWN ? ` and ${played.length - TILES_SHOWN} more` : "";
  const laid = played.slice(0, TILES_SHOWN).join(" ") + more;
  const verb = opening ? "Opens with" : "Lays";
  return `${verb} ${laid}, which the others can use too, and leaves ${plural(left, "tile")}; ${chances(facts)}.`;
}

/** What the next turn may bring.
 * @param {Facts} facts */
function chances(facts) {
  const { finishesNext, losesFirst } = facts;
  if (Math.max(finishesNext, losesFirst) < NOTICED) return "nobody is about to finish";
  if (finishesNext < NOTICED) return `you will not finish next turn, ${anotherFirst(facts)}`;
  return `you finish next turn in ${percent(finishesNext)}, ${anotherFirst(facts)}`;
}

/** @param {Facts} facts */
const anotherFirst = ({ losesFirst }) =>
  losesFirst < NOTICED
    ? "nobody else is about to finish"
    : `another goes out first in ${percent(losesFirst)}`;

/** @param {number} share */
function percent(share) {
  const digits = share >= 0.095 || rounded(1000 * share, 0) % 10 === 0 ? 0 : 1;
  return `${written(100 * share, digits)} %`;
}
