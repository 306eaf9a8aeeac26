// Everything the pages ask of the engine, by name. It is the one seam between the pages and whoever answers:
// the server, or in the static board a worker in the page.

import { get, post, stream } from "./transport.js";

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

/** What to do to win: `advice`, again and again as it gets better.
 * @param {unknown} situation @param {Handle} handle @param {AbortSignal} [signal] */
export const advise = (situation, handle, signal) => stream("/api/advise", situation, handle, signal);

// Puzzles

/** The book of puzzles that comes with the package, as text. */
export const puzzleBook = async () => (await fetch(new URL("../../puzzles.txt", import.meta.url))).text();

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

/** A game with people in several chairs. The keys of those who are here; the others are invited.
 * @param {unknown} body @returns {Promise<{ chairs: { seat: number, name: string, key: string }[] }>} */
export const newTable = (body) => post("/api/tables", body);

/** What an invitation is to.
 * @param {string} token @returns {Promise<{ name: string, players: string[], taken: boolean }>} */
export const invitation = (token) => get(`/api/invitations/${token}`);

/** Takes the chair that an invitation is to; only once.
 * @param {string} token @returns {Promise<{ key: string }>} */
export const takeChair = (token) => post(`/api/invitations/${token}`, {});

/** The game, with the turns since the player's last one, or since the turn of that number.
 * @param {string} key @param {number} [since] @returns {Promise<GameView>} */
export const game = (key, since) => get(`/api/games/${key}${since === undefined ? "" : `?since=${since}`}`);

/** Tells whenever something has happened at a table with several people. Comes back by itself after a break.
 * @param {string} key @param {(state: { turn: number, here: boolean[], joined: boolean[] }) => void} handle
 * @param {(well: boolean) => void} connected */
export function live(key, handle, connected) {
  const source = new EventSource(`/api/games/${key}/live`);
  source.addEventListener("state", (event) => handle(JSON.parse(event.data)));
  source.addEventListener("open", () => connected(true));
  source.addEventListener("error", () => connected(false));
  return () => source.close();
}

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

/** A finished game: `game`, a `turn` for each, a `verdict` for each of one player's, `summary`.
 * @param {string} key @param {Handle} handle @param {AbortSignal} [signal] */
export const review = (key, handle, signal) => stream(`/api/games/${key}/review`, {}, handle, signal);

/** The same of a game that is told by its record.
 * @param {{ record: string, seat: number }} body @param {Handle} handle @param {AbortSignal} [signal] */
export const reviewRecord = (body, handle, signal) => stream("/api/review", body, handle, signal);

/** A game as text.
 * @param {string} key @returns {Promise<string>} */
export const gameRecord = async (key) => (await get(`/api/games/${key}/record`)).record;

/** The same game once more from a turn on.
 * @param {string} key @param {number} turn @returns {Promise<GameView>} */
export const again = (key, turn) => post(`/api/games/${key}/again`, { turn });
