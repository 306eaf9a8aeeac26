// Where games are kept: in the browser, on this device alone.

/** @typedef {import("./table.js").Kept} Kept */
/** @typedef {import("./games.js").Store} Store */

const MOST_GAMES = 300;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Games that last as long as the page: where the browser keeps nothing, and in tests.
 * @returns {Store} */
export function passingStore() {
  /** @type {Map<string, Kept>} */
  const games = new Map();
  return {
    get: async (id) => games.get(id),
    put: async (game) => void games.set(game.id, structuredClone(game)),
    series: async (series) => [...games.values()].filter((game) => game.series === series),
  };
}

/** @returns {Promise<Store>} */
export async function lastingStore() {
  /** @type {IDBDatabase} */
  let base;
  try {
    const opening = indexedDB.open("optimeld", 1);
    opening.onupgradeneeded = () => {
      const games = opening.result.createObjectStore("games", { keyPath: "id" });
      games.createIndex("series", "series");
      games.createIndex("saved", "saved");
    };
    base = await done(opening);
  } catch {
    return passingStore();
  }
  const games = (/** @type {IDBTransactionMode} */ mode) =>
    base.transaction("games", mode).objectStore("games");
  return {
    get: (id) => done(games("readonly").get(id)),
    put: async (game) => {
      await done(games("readwrite").put(game));
      const oldest = await done(games("readonly").index("saved").getAllKeys());
      for (const id of oldest.slice(0, -MOST_GAMES)) await done(games("readwrite").delete(id));
    },
    series: (series) => done(games("readonly").index("series").getAll(series)),
  };
}
