// A turn of another player as the boards between the table they found and the table they left.

import { inPlace, rackOf, tableOf } from "../shared/board.js";
import { framesOf } from "../shared/steps.js";
import { boardsOf } from "../shared/walk.js";

/** @typedef {import("../shared/types.js").Board} Board */
/** @typedef {import("../shared/types.js").GameEvent} GameEvent */
/** @typedef {import("../shared/types.js").Step} Step */

/** @param {Board} board the table before the turn, as it lies on this page @param {GameEvent} event @param {number} minMeld
 * @returns {{ board: Board, words: string }[]} one for each step; a draw is one without movement */
export function boardsOfTurn(board, event, minMeld) {
  if (event.action !== "play") return [{ board, words: "" }];
  const numbers = numbersHere(board, event);
  if (!numbers) return [{ board: inPlace(board, event.table, rackOf(board)), words: "" }];
  const here = (/** @type {number | "rack" | "hand"} */ number) =>
    typeof number === "number" ? (numbers[number] ?? number) : number;
  const steps = event.steps.map((step) => ({
    ...step,
    from: here(step.from),
    to: /** @type {number} */ (here(step.to)),
  }));
  // The page sees the tiles come from the other player's rack; its own rack lies still.
  const frames = framesOf(tableOf(board), event.played, steps).map((frame) => ({
    ...frame,
    rack: rackOf(board),
  }));
  const boards = boardsOf(board, frames, minMeld, "in the hand");
  return frames.slice(1).map((frame, i) => ({
    board: boards[i + 1] ?? board,
    words: frame.words.replaceAll("your rack", "the rack"),
  }));
}

/** Where each meld of the table before the turn lies on this page; null where the page shows another table.
 * @param {Board} board @param {GameEvent} event */
function numbersHere(board, event) {
  const left = tableOf(board).map((meld) => [...meld].sort().join(" "));
  const numbers = event.before.map((meld) => {
    const at = left.indexOf([...meld].sort().join(" "));
    if (at >= 0) left[at] = "";
    return at;
  });
  return numbers.includes(-1) || numbers.length !== board.melds.length ? null : numbers;
}
