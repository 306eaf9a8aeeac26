// The best play in a position, worked out in the page's own thread: that takes a fraction of a millisecond, and less than
// to wake another one. What a person would notice is left to the worker: boxes larger than usual, and the rare position
// that takes long.

import { RETAIL } from "../shared/rules.js";
import { Core, Refused } from "./core.js";
import { module } from "./module.js";
import { answer } from "./positions.js";

const MOST_MS = 40;

/** The core of this thread, unless the browser does not let it work here.
 * @type {Promise<Core | null>} */
let core = module.then(
  (compiled) => new Core(compiled),
  () => null,
);

/** @param {Record<string, number>} [rules] those that differ from the usual ones */
const isLarge = (rules = {}) =>
  /** @type {const} */ (["values", "colours", "copies", "jokers"]).some(
    (name) => (rules[name] ?? 0) > RETAIL[name],
  );

/** Tells the check of a layout and its solution; gives whether it did, or else nothing was told.
 * @param {any} body @param {(event: string, data: any) => void} handle @param {AbortSignal} [signal] */
export async function answerAtOnce(body, handle, signal) {
  const ready = await core;
  if (!ready || isLarge(body.rules) || signal?.aborted) return false;
  /** @type {[string, unknown][] | null} */
  let events = null;
  try {
    events = answer(ready, body, MOST_MS);
  } catch (error) {
    // A refusal is the worker's to say. Where the core cannot be begun, or breaks down, it is not tried again.
    if (!(error instanceof Refused) || error.problem.code === "internal") core = Promise.resolve(null);
  }
  for (const [event, data] of events ?? []) handle(event, data);
  return events !== null;
}
