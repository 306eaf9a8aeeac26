// The service worker of the static board: after the first visit everything comes from the device. Which files there
// are, and their version, stands before this when the site is built.

const scope = /** @type {any} */ (self);
/** @type {{ version: string, files: string[] }} */
const { version, files } = scope.site;

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(version);
      await cache.addAll(files);
      await scope.skipWaiting();
    })(),
  );
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) {
        if (name.startsWith("optimeld-") && name !== version) await caches.delete(name);
      }
      await scope.clients.claim();
    })(),
  );
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(
    (async () => {
      // A game's key is in the search part of the address; the page is the same.
      const kept = await caches.match(request, { ignoreSearch: true, cacheName: version });
      return kept ?? fetch(request);
    })(),
  );
});
