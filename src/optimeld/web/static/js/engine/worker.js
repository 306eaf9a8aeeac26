// The engine in a worker: requests come as messages, answers go back with the request's number.

import { Answers, isStream } from "./answers.js";
import { Core, Refused } from "./core.js";
import { lastingStore } from "./store.js";

const root = new URL("../../", import.meta.url);
/** @type {Set<number>} requests that nobody waits for any more */
const stopped = new Set();

/** @type {(module: WebAssembly.Module) => void} */
let bring = () => {};
/** @type {(error: Error) => void} */
let fail = () => {};
/** The core, which the page sends. @type {Promise<WebAssembly.Module>} */
const compiled = new Promise((resolve, reject) => {
  bring = resolve;
  fail = reject;
});

const ready = (async () => {
  const [module, opponents, store] = await Promise.all([
    compiled,
    json("engine/opponents.json"),
    lastingStore(),
  ]);
  /** @type {Promise<any> | null} */
  let tables = null;
  return new Answers(new Core(module), {
    store,
    opponents,
    tables: () => {
      tables ??= json("engine/odds.json");
      return tables;
    },
    puzzles: async () => (await file("puzzles.txt")).text(),
  });
})();
ready.catch(() => {}); // whoever asks is told

/** @param {string} path */
async function file(path) {
  const response = await fetch(new URL(path, root));
  if (!response.ok) throw new Error(`${path} could not be loaded (${response.status})`);
  return response;
}

/** @param {string} path */
async function json(path) {
  return (await file(path)).json();
}

/** Lets messages in: one of them may say that this request is not wanted any more. */
const breathe = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve(null);
    };
    port2.postMessage(null);
  });

/** @param {{ id: number, method: string, path: string, body: unknown }} request */
async function serve({ id, method, path, body }) {
  try {
    const answers = await ready;
    await breathe();
    if (stopped.has(id)) return;
    const found = await answers.answer(method, path, body);
    if (!isStream(found)) {
      postMessage({ id, value: found });
      return;
    }
    for await (const told of found) {
      if (told) postMessage({ id, event: told[0], data: told[1] });
      await breathe();
      if (stopped.has(id)) return;
    }
    postMessage({ id, event: "done", data: {} });
    postMessage({ id, value: null });
  } catch (error) {
    if (error instanceof Refused) postMessage({ id, problem: error.problem, status: error.status });
    else postMessage({ id, problem: { code: "internal", message: String(error) }, status: 500 });
  } finally {
    stopped.delete(id);
  }
}

addEventListener("message", ({ data }) => {
  if (data.module) bring(data.module);
  else if (data.failure) fail(new Error(data.failure));
  else if (data.stop) stopped.add(data.id);
  else serve(data);
});
