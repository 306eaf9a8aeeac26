// Asks the worker as `http.js` asks a server: the same paths, the same answers, the same errors.

import { ServerError } from "../shared/http.js";
import { answerAtOnce } from "./at-once.js";
import { module } from "./module.js";

// A question that takes longer has gone astray: the worker is ended and another one begun.
const PATIENCE_MS = 30_000;

// What is thought about for seconds has a worker of its own, begun when it is first asked for: answers that take a
// millisecond do not wait for it.
const LONG = /^\/api\/(advise|review|games\/[\w-]+\/review)$/;

/** @typedef {"quick" | "long"} Queue */
/** @typedef {{ queue: Queue, resolve: (value: any) => void, reject: (error: unknown) => void, handle?: (event: string, data: any) => void, alarm: number }} Waiting */

/** @type {Map<Queue, Worker>} */
const workers = new Map();
let last = 0;
/** @type {Map<number, Waiting>} */
const waiting = new Map();

/** @param {Queue} queue */
function begin(queue) {
  const begun = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  begun.addEventListener("message", ({ data }) => receive(data));
  begun.addEventListener("error", (event) => {
    event.preventDefault();
    giveUp(queue, {
      code: "internal",
      message: `The engine could not be started. ${event.message ?? ""}`.trim(),
    });
  });
  module.then(
    (compiled) => begun.postMessage({ module: compiled }),
    (error) => begun.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
  );
  workers.set(queue, begun);
  return begun;
}

/** @param {{ id: number, event?: string, data?: unknown, value?: unknown, problem?: import("../shared/types.js").Problem, status?: number }} message */
function receive({ id, event, data, value, problem, status }) {
  const asked = waiting.get(id);
  if (!asked) return;
  if (event) {
    watch(id, asked);
    try {
      asked.handle?.(event, data);
    } catch (error) {
      finish(id)?.reject(error);
    }
  } else if (problem) finish(id)?.reject(new ServerError(problem, status ?? 422));
  else finish(id)?.resolve(value);
}

/** @param {number} id */
function finish(id) {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (asked) clearTimeout(asked.alarm);
  return asked;
}

/** @param {Queue} queue @param {import("../shared/types.js").Problem} problem */
function giveUp(queue, problem) {
  workers.get(queue)?.terminate();
  workers.delete(queue);
  for (const [id, asked] of [...waiting]) {
    if (asked.queue === queue) finish(id)?.reject(new ServerError(problem, 422));
  }
}

/** @param {number} id @param {Waiting} asked */
function watch(id, asked) {
  clearTimeout(asked.alarm);
  asked.alarm = window.setTimeout(() => {
    if (waiting.has(id)) {
      const seconds = PATIENCE_MS / 1000;
      giveUp(asked.queue, {
        code: "time-limit",
        message: `no answer within ${seconds} s; use the command line for this one`,
      });
    }
  }, PATIENCE_MS);
}

/** @param {string} method @param {string} path @param {unknown} body @param {AbortSignal} [signal] @param {(event: string, data: any) => void} [handle]
 * @returns {Promise<any>} */
function ask(method, path, body, signal, handle) {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    last += 1;
    const id = last;
    const queue = LONG.test(path) ? "long" : "quick";
    /** @type {Waiting} */
    const asked = { queue, resolve, reject, alarm: 0, ...(handle ? { handle } : {}) };
    waiting.set(id, asked);
    watch(id, asked);
    signal?.addEventListener("abort", () => {
      if (!finish(id)) return;
      workers.get(queue)?.postMessage({ id, stop: true });
      reject(signal.reason);
    });
    (workers.get(queue) ?? begin(queue)).postMessage({ id, method, path, body });
  });
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => ask("GET", path, undefined, signal);

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
export const post = (path, body, signal) => ask("POST", path, body, signal);

/** @param {string} path @param {unknown} body @param {(event: string, data: any) => void} handle @param {AbortSignal} [signal] */
export async function stream(path, body, handle, signal) {
  const begun = path === "/api/analyse" && (await answerAtOnce(body, handle, signal));
  return ask("POST", begun ? `${path}/more` : path, body, signal, handle);
}

// What the first answer does without comes after it: the worker, where none was asked for yet, and all files, for when
// there is no network.
const AFTERWARDS_MS = 250;
const afterwards = () => {
  if (!workers.has("quick")) begin("quick");
  if ("serviceWorker" in navigator) {
    navigator.serviceWorker.register(new URL("../../../sw.js", import.meta.url)).catch(() => {});
  }
};
const arrived = document.readyState === "complete" || new Promise((come) => addEventListener("load", come));
Promise.allSettled([arrived, module]).then(() => setTimeout(afterwards, AFTERWARDS_MS));
