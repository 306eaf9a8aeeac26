// A review in words.

import { plural } from "../shared/dom.js";
import { nameOf } from "../shared/notation.js";

/** @typedef {import("./ctrl.js").ReviewedGame} ReviewedGame */
/** @typedef {import("./ctrl.js").Moment} Moment */
/** @typedef {import("./ctrl.js").Verdict} Verdict */
/** @typedef {import("../shared/types.js").Candidate} Candidate */

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)} %`;

/** @param {number} share */
export const signed = (share) =>
  Math.round(100 * share) === 0 ? "0 %" : `${share > 0 ? "+" : "−"}${percent(Math.abs(share))}`;

/** @param {ReviewedGame} game @param {number} seat */
export const nameAt = (game, seat) => (seat === game.seat ? "You" : (game.names[seat] ?? "?"));

/** @param {ReviewedGame} game */
export function resultWords(game) {
  const result = game.result;
  if (!result) return "This game was not finished.";
  const mine = result.winner === game.seat;
  const who = mine ? "You" : (game.names[result.winner] ?? "?");
  const score = result.scores[game.seat] ?? 0;
  return `${who} ${mine ? "win" : "wins"}${result.blocked ? " with the lowest rack, the pool being empty" : ""}. Your score: ${score > 0 ? "+" : ""}${score}.`;
}

/** @param {ReviewedGame} game @param {Moment} moment */
export function turnWords(game, moment) {
  const mine = moment.player === game.seat;
  const who = nameAt(game, moment.player);
  const s = mine ? "" : "s";
  switch (moment.action) {
    case "play":
      return `${who} ${moment.opening ? `open${s} with` : `lay${s}`} ${plural(moment.played.length, "tile")}.`;
    case "draw":
      return mine && moment.drawn[0] ? `You draw the ${nameOf(moment.drawn[0])}.` : `${who} draw${s} a tile.`;
    case "take":
      return `${who} take${s} the ${nameOf(moment.river ?? "J")} from the river.`;
    case "pass":
      return `${who} pass${mine ? "" : "es"}.`;
    default:
      return `${who} lose${s} the turn${moment.note ? ` (${moment.note})` : ""}.`;
  }
}

/** @param {Candidate} option */
export function optionWords(option) {
  switch (option.action) {
    case "play":
      return `lay ${plural(option.played?.length ?? 0, "tile")}`;
    case "take":
      return `take the ${nameOf(option.tile ?? "J")}`;
    default:
      return option.action;
  }
}

/** How a turn was, from what it cost: a class for the badge and the words on it.
 * @param {Verdict} verdict @returns {[string, string]} */
export function judged(verdict) {
  const lost = Math.round(100 * verdict.cost);
  if (lost < 2) return ["good", verdict.exact ? "best" : "good"];
  return [lost >= 10 ? "bad" : "warn", `−${lost} %`];
}

/** What one of my turns did, what the tile did, and what came after it: words, and the change of my chance of winning.
 * @param {Moment} moment @param {import("./ctrl.js").Changes} changes @returns {[string, number][]} */
export function changeWords(moment, { choice, draw, others }) {
  /** @type {[string, number][]} */
  const told = [["Your choice", choice]];
  if (draw !== null) told.push([`The tile you drew: ${moment.drawn.join(" ")}`, draw]);
  if (others !== null) told.push(["The others' turns after it", others]);
  return told;
}
