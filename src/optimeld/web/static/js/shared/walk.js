// A play as boards, one for each of its steps, every tile followed from one to the next.

import { relaid } from "./board.js";

/** @typedef {import("./types.js").Board} Board */
/** @typedef {import("./types.js").Frame} Frame */

/** @param {Board} start @param {Frame[]} frames the first is the start @param {number} minMeld
 * @param {string} inHand words on jokers that have been freed and not laid yet @returns {Board[]} */
export function boardsOf(start, frames, minMeld, inHand) {
  /** @type {Board[]} */
  const boards = [];
  frames.forEach((frame, i) => {
    const before = frames[i - 1];
    const known = boards[i - 1] ?? start;
    const same = frame.numbers.map((number) => (before ? before.numbers.indexOf(number) : number));
    const held = frame.hand.length > 0;
    const board = relaid(
      known,
      held ? [...frame.melds, frame.hand] : frame.melds,
      frame.rack,
      held ? [...same, before?.hand.length ? before.melds.length : undefined] : same,
    );
    const note = (/** @type {number} */ m) => {
      if (m >= frame.melds.length) return { note: inHand };
      return (frame.melds[m]?.length ?? 0) < minMeld ? { note: "to be completed" } : {};
    };
    boards.push({ ...board, melds: board.melds.map((meld, m) => ({ ...meld, check: null, ...note(m) })) });
  });
  return boards;
}

/** What to point out on a board that another has become. Golden: from a rack; blue: moved on the table.
 * @param {Board} start @param {Board} board @returns {Map<number, string>} */
export function marksOn(start, board) {
  const home = new Map(start.melds.flatMap((meld) => meld.pieces.map((each) => [each.id, meld.key])));
  /** @type {Map<number, string>} */
  const marks = new Map();
  for (const meld of board.melds) {
    for (const each of meld.pieces) {
      const from = home.get(each.id);
      if (from === undefined) marks.set(each.id, "fresh");
      else if (from !== meld.key) marks.set(each.id, "moved");
    }
  }
  return marks;
}
