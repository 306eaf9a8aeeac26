// Everything the pages ask of the engine, by name. It is the one seam between the pages and whoever answers:
// the server today, a worker in the browser where there is no server.

import { get, post, stream } from "./http.js";

export { isAbort, isGone, ServerError } from "./http.js";

/** @typedef {import("./types.js").Tile} Tile */
/** @typedef {import("./types.js").GameView} GameView */
/** @typedef {import("./types.js").Draft} Draft */
/** @typedef {import("./types.js").Hint} Hint */
/** @typedef {import("./types.js").Check} Check */
/** @typedef {import("./types.js").Solution} Solution */
/** @typedef {import("./types.js").Opponent} Opponent */
/** @typedef {(event: string, data: any) => void} Handle takes the events of a stream as they come */

// Positions

/** All about a layout: `check`, `solution`, `alternatives`, `outs`, as they are found.
 * @param {unknown} layout @param {Handle} handle @param {AbortSignal} [signal] */
export const analyse = (layout, handle, signal) => stream("/api/analyse", layout, handle, signal);

/** The best play in a position, with its steps.
 * @param {{ position: string }} body @returns {Promise<import("./types.js").Solution>} */
export const solve = (body) => post("/api/solve", body);

/** Loose tiles laid out as melds.
 * @param {{ tiles: Tile[], rules: unknown }} body @returns {Promise<{ possible: boolean, table: Tile[][] }>} */
export const rebuild = (body) => post("/api/rebuild", body);

/** What is right and wrong with a table and a rack as they lie.
 * @param {{ table: Tile[][], rack: Tile[] }} layout @param {AbortSignal} [signal] @returns {Promise<Check>} */
export const check = (layout, signal) => post("/api/check", layout, signal);

// Puzzles

/** The book of puzzles that comes with the package, as text. */
export const puzzleBook = async () => (await fetch("/static/puzzles.txt")).text();

/** A puzzle that is not in the book.
 * @param {{ kind: string, level: number, seed: number }} wanted @returns {Promise<{ line: string }>} */
export const newPuzzle = (wanted) => post("/api/puzzles", wanted);

// Odds

/** @param {Record<string, number>} body @param {Handle} handle @param {AbortSignal} [signal] */
export const count = (body, handle, signal) => stream("/api/count", body, handle, signal);

/** @param {unknown} body @param {Handle} handle @param {AbortSignal} [signal] */
export const openingOdds = (body, handle, signal) => stream("/api/opening-odds", body, handle, signal);

/** @param {unknown} body @param {Handle} handle @param {AbortSignal} [signal] */
export const exactOpeningOdds = (body, handle, signal) =>
  stream("/api/opening-odds/exact", body, handle, signal);

// Games

/** @returns {Promise<Opponent[]>} the easiest first */
export const opponents = async () => (await get("/api/opponents")).opponents;

/** @param {unknown} body @returns {Promise<GameView>} */
export const newGame = (body) => post("/api/games", body);

/** @param {string} key @returns {Promise<GameView>} */
export const game = (key) => get(`/api/games/${key}`);

/** A turn, or a part of one: "play", "draw", "keep", "take", "time-out".
 * @param {string} key @param {string} action @param {unknown} body @returns {Promise<GameView>} */
export const act = (key, action, body) => post(`/api/games/${key}/${action}`, body);

/** The table as it lies during the turn.
 * @param {string} key @param {Tile[][]} table @param {AbortSignal} [signal] @returns {Promise<Draft>} */
export const checkTurn = (key, table, signal) => post(`/api/games/${key}/check`, { table }, signal);

/** @param {string} key @param {number} turn @param {1 | 2 | 3} tier @returns {Promise<Hint>} */
export const hint = (key, turn, tier) => post(`/api/games/${key}/hint`, { turn, tier });

/** The next game of the same players.
 * @param {string} key @returns {Promise<GameView>} */
export const nextGame = (key) => post(`/api/games/${key}/next`, {});

/** A finished game, turn by turn: `game`, `turn`..., `summary`.
 * @param {string} key @param {Handle} handle @param {AbortSignal} [signal] */
export const review = (key, handle, signal) => stream(`/api/games/${key}/review`, {}, handle, signal);
