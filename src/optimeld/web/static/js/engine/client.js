// Asks the worker as `http.js` asks a server: the same paths, the same answers, the same errors.

import { ServerError } from "../shared/http.js";

// A question that takes longer has gone astray: the worker is ended and another one begun.
const PATIENCE_MS = 30_000;

/** @typedef {{ resolve: (value: any) => void, reject: (error: unknown) => void, handle?: (event: string, data: any) => void, alarm: number }} Waiting */

// The core is fetched and compiled here, once, while the worker is still loading its modules.
const core = compile(fetch(new URL("../../engine/optimeld.wasm", import.meta.url)));
core.catch(() => {}); // whoever asks is told

/** @param {Promise<Response>} coming @returns {Promise<WebAssembly.Module>} */
async function compile(coming) {
  const response = await coming;
  if (!response.ok) throw new Error(`the engine could not be loaded (${response.status})`);
  if (response.headers.get("content-type") === "application/wasm")
    return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** @type {Worker | null} */
let worker = null;
let last = 0;
/** @type {Map<number, Waiting>} */
const waiting = new Map();

function begin() {
  const begun = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  begun.addEventListener("message", ({ data }) => receive(data));
  begun.addEventListener("error", (event) => {
    event.preventDefault();
    giveUp({ code: "internal", message: `The engine could not be started. ${event.message ?? ""}`.trim() });
  });
  core.then(
    (module) => begun.postMessage({ module }),
    (error) => begun.postMessage({ failure: error instanceof Error ? error.message : String(error) }),
  );
  worker = begun;
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

/** @param {import("../shared/types.js").Problem} problem */
function giveUp(problem) {
  worker?.terminate();
  worker = null;
  for (const id of [...waiting.keys()]) finish(id)?.reject(new ServerError(problem, 422));
}

/** @param {number} id @param {Waiting} asked */
function watch(id, asked) {
  clearTimeout(asked.alarm);
  asked.alarm = window.setTimeout(() => {
    if (waiting.has(id)) {
      const seconds = PATIENCE_MS / 1000;
      giveUp({
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
    /** @type {Waiting} */
    const asked = { resolve, reject, alarm: 0, ...(handle ? { handle } : {}) };
    waiting.set(id, asked);
    watch(id, asked);
    signal?.addEventListener("abort", () => {
      if (!finish(id)) return;
      worker?.postMessage({ id, stop: true });
      reject(signal.reason);
    });
    (worker ?? begin()).postMessage({ id, method, path, body });
  });
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => ask("GET", path, undefined, signal);

/** @param {string} path @param {unknown} body @param {AbortSignal} [signal] */
export const post = (path, body, signal) => ask("POST", path, body, signal);

/** @param {string} path @param {unknown} body @param {(event: string, data: any) => void} handle @param {AbortSignal} [signal] */
export const stream = (path, body, handle, signal) => ask("POST", path, body, signal, handle);

// The engine is begun while the page is still being laid out, and the page kept for when there is no network.
begin();
if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register(new URL("../../../sw.js", import.meta.url)).catch(() => {});
}
