// What a person does in a turn: plays, draws, keeps, takes, or lets the time run out.

import { Refused } from "./core.js";
import { readTable } from "./positions.js";
import { readTile } from "./reading.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").State} State */
/** @typedef {import("../shared/types.js").Tile} Tile */

const PENALTY_TILES = 3;
// How much later than the clock a play may arrive.
const GRACE_SECONDS = 3;

/** @param {string} message @param {Record<string, unknown>} [details] */
export const notNow = (message, details = {}) => new Refused({ code: "not-now", message, ...details });

/** The game as it is, where it is the person's turn of that number.
 * @param {Table} table @param {number} turn */
export function mayAct(table, turn) {
  const state = table.state();
  if (state.over) throw notNow("the game is over", { turn: state.turn });
  if (turn !== state.turn) {
    throw notNow(`this was meant for turn ${turn}, but the game is at turn ${state.turn}`, {
      turn: state.turn,
    });
  }
  return state;
}

/** A turn, or a part of one: "play", "draw", "keep", "take", "time-out".
 * @param {Table} table @param {string} action @param {any} body */
export function act(table, action, body) {
  const state = mayAct(table, body.turn);
  if (action === "play") play(table, body.table);
  else if (action === "draw") draw(table, state);
  else if (action === "keep") keep(table, state, body.tile);
  else if (action === "take") take(table, state, body.tile);
  else timeOut(table, state, body.table);
}

/** @param {Table} table @param {Tile[][]} laid */
function play(table, laid) {
  const { clock } = table.kept;
  if (clock !== null && table.spent > clock + GRACE_SECONDS) {
    throw notNow("the time for this turn is over", { reason: "time-up" });
  }
  const refusal = submit(table, laid);
  if (refusal) throw new Refused(refusal);
}

/** Why a play is refused, or null where it was accepted.
 * @param {Table} table @param {Tile[][]} laid */
function submit(table, laid) {
  const { rules } = table.kept;
  if (table.state().pending.length > 0) {
    const drawn = table.state().pending.join(" ");
    throw new Refused({ code: "bad-move", message: `first keep one of the tiles drawn: ${drawn}` });
  }
  /** @type {Tile[][]} */
  let after;
  try {
    after = readTable(table.core, laid, rules);
  } catch (error) {
    if (error instanceof Refused && error.problem.code === "not-a-meld") {
      return { code: "not-a-meld", message: error.message, meld: error.problem.meld };
    }
    throw error;
  }
  const before = table.state().table;
  const ruling = table.ask({ op: "play", table: after });
  if (ruling.ok !== false) return null;
  return {
    code: ruling.code,
    message: ruling.reason,
    ...("meld" in ruling ? { meld: after[ruling.meld]?.join(" ") } : {}),
    ...("old_meld" in ruling ? { old_meld: before[ruling.old_meld]?.join(" ") } : {}),
    ...("tile" in ruling ? { tile: ruling.tile } : {}),
    ...("points" in ruling ? { points: ruling.points } : {}),
  };
}

/** @param {Table} table @param {State} state */
function draw(table, state) {
  if (state.pending.length > 0) {
    const message = `first keep one of the tiles drawn: ${state.pending.join(" ")}`;
    throw new Refused({ code: "bad-move", message });
  }
  mayDraw(table);
  table.ask({ op: "draw" });
}

/** @param {Table} table @param {State} state @param {unknown} word */
function keep(table, state, word) {
  const tile = readTile(word, table.kept.rules, "tile 1");
  if (state.pending.length === 0) {
    throw new Refused({ code: "bad-move", message: "no tiles were drawn to choose from" });
  }
  if (!state.pending.includes(tile)) {
    const message = `'${tile}' was not drawn: keep one of ${state.pending.join(" ")}`;
    throw new Refused({ code: "bad-move", message, word: tile });
  }
  table.ask({ op: "keep", tile });
}

/** @param {Table} table @param {State} state @param {unknown} word */
function take(table, state, word) {
  const tile = readTile(word, table.kept.rules, "tile 1");
  if (!state.river.includes(tile)) {
    throw new Refused({ code: "bad-move", message: `'${tile}' is not in the river`, word: tile });
  }
  mayDraw(table);
  table.ask({ op: "take", tile });
}

/** A finished play stands, an unfinished one is undone and costs three tiles.
 * @param {Table} table @param {State} state @param {Tile[][]} laid */
function timeOut(table, state, laid) {
  const { clock } = table.kept;
  if (clock === null) throw notNow("this game has no clock");
  if (table.spent < clock - 0.5) throw notNow("there is time left in this turn");
  if (state.pending.length > 0) table.ask({ op: "keep", tile: state.pending[0] });
  else if (tableKey(laid) === tableKey(state.table) && table.ask({ op: "may_draw" })) {
    const after = table.ask({ op: "draw" });
    if (after.pending.length > 0) table.ask({ op: "keep", tile: after.pending[0] });
  } else if (tableKey(laid) === tableKey(state.table) || submit(table, laid)) {
    table.kept.notes[state.turn] = "the time ran out";
    table.ask({ op: "forfeit", tiles: PENALTY_TILES });
  }
}

/** Under the rule `must_play`, nobody draws who could play.
 * @param {Table} table */
function mayDraw(table) {
  if (!table.ask({ op: "may_draw" }))
    throw new Refused({ code: "must-play", message: "a play exists, and who can play must" });
}

/** @param {Tile[][]} table */
const tableKey = (table) =>
  table
    .map((meld) => [...meld].sort().join(" "))
    .sort()
    .join("|");
