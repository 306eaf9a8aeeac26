// How to win from a position: the chance of winning of each thing to do, told again and again as it gets better known.

import { Refused } from "./core.js";
import { readPosition } from "./positions.js";
import { tilesInBox } from "./reading.js";
import { Search, told } from "./search.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./positions.js").Position} Position */
/** @typedef {import("./search.js").Thinking} Thinking */
/** @typedef {import("../shared/types.js").Advice} Advice */

const MOST_OTHERS = 5;
const MOST_SECONDS = 5;
const FEWEST_ROLLOUTS = 12;
/** From one answer to the next better one. */
const EVERY_MS = 150;
/** A position that a person tells of lies somewhere in the middle of a game. */
const SOME_TURN = 1000;

/** @param {string} message @param {Record<string, unknown>} [details] */
const bad = (message, details = {}) => new Refused({ code: "bad-advise", message, ...details });

/** Who else is at the table: rack sizes in turn order after the player, who of them has opened, and the pool.
 * @param {any} body @param {Position} position */
function readOthers(body, { rules, table, rack }) {
  /** @type {number[]} */
  const sizes = body.opponents ?? [14];
  if (sizes.length < 1 || sizes.length > MOST_OTHERS)
    throw bad(`${sizes.length} opponents: there are 1 to ${MOST_OTHERS}`);
  for (const size of sizes) {
    if (!(Number.isInteger(size) && size >= 1))
      throw bad(`a rack of ${size} tiles: an opponent holds at least one`, { word: String(size) });
  }
  /** @type {boolean[]} */
  const opened = body.opened ?? sizes.map(() => table.length > 0);
  if (opened.length !== sizes.length)
    throw bad(`${sizes.length} opponents, but --opened tells of ${opened.length}`);
  const unseen = tilesInBox(rules) - table.flat().length - rack.length;
  const held = sizes.reduce((sum, size) => sum + size, 0);
  if (held > unseen) throw bad(`the opponents hold ${held} tiles, but only ${unseen} are unseen`);
  const left = unseen - held;
  const pool = body.pool ?? left;
  if (!(Number.isInteger(pool) && pool >= 0 && pool <= left))
    throw bad(`a pool of ${pool}: there are at most ${left} tiles left for it`, { word: String(pool) });
  return { sizes, opened, pool, unseen };
}

/** @param {any} body @returns {Thinking} */
export function readThinking(body) {
  const { think = 1, rollouts = null, seed = 1 } = body;
  if (!(think > 0 && think <= MOST_SECONDS))
    throw bad(`${think} s to think: it must be above 0, and at most ${MOST_SECONDS}`, {
      word: String(think),
    });
  if (rollouts !== null && !(rollouts >= FEWEST_ROLLOUTS))
    throw bad(`${rollouts} rollouts: there must be at least ${FEWEST_ROLLOUTS}`, { word: String(rollouts) });
  return { seconds: think, rollouts, seed: String(seed) };
}

/** Events `advice`, each better than the last; between them it gives way to others.
 * @param {Core} core @param {any} body @returns {Generator<[string, Advice] | null>} */
export function* advise(core, body) {
  const position = readPosition(core, body);
  const { rules, table, rack } = position;
  const others = readOthers(body, position);
  const thinking = readThinking(body);
  if (rack.length === 0) throw bad("there is nothing to decide: the rack is empty");
  const opening = body.opening ?? false;
  const objective = body.win_or_points ?? "win";
  const question = {
    objective, table, rack, turn: SOME_TURN, pool: others.pool,
    rack_sizes: [rack.length, ...others.sizes], opened: [!opening, ...others.opened],
  }; // biome-ignore format: one field beside the other
  const search = new Search(core, rules, question, thinking);
  try {
    let last = search.begun;
    for (let going = true; going; ) {
      going = search.goOn();
      if (going && performance.now() - last < EVERY_MS) {
        yield null;
        continue;
      }
      last = performance.now();
      const options = search.options({ rack: rack.length, unseen: others.unseen, opening });
      const { rollouts, elapsed } = search;
      yield [
        "advice",
        { objective, candidates: options.map(told), rollouts, elapsed_ms: Math.round(elapsed) },
      ];
    }
  } finally {
    search.putAway();
  }
}
