/*
 * Keeps every file of the folder, so that the game works without a network. `make site` writes VERSION and FILES above.
 *
 * A new version is fetched as a whole beside the old one, and takes over when no page of the old one is open any more:
 * the two are never mixed, and a running game ends with the version it began with.
 */
/* global VERSION, FILES */
const PREFIX = "smallworld-";
const CACHE = PREFIX + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  const wanted = request.mode === "navigate" ? new URL("index.html", self.registration.scope).href : request.url;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(wanted, { ignoreSearch: true }))
      .then((found) => found ?? fetch(request)),
  );
});
