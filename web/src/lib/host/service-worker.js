/*
 * Keeps every file of the folder, so that the game works without a network. `make site` writes VERSION, HOME and FILES above.
 *
 * A new version is fetched as a whole beside the old one, and takes over when no page of the old one is open any more:
 * the two are never mixed, and a running game ends with the version it began with.
 */
/* global VERSION, HOME, FILES */
const PREFIX = "smallworld-";
const CACHE = PREFIX + VERSION;

// Files whose names tell what is in them. One of them that has gone, or was kept broken, may be fetched again.
const isLasting = (name) => /^(assets|game-[^/]+)\//.test(name);
const LASTING = new Set(FILES.filter(isLasting).map((name) => new URL(name, self.registration.scope).href));

/** The whole version. What may have another content under the same name never comes from the browser's cache. */
async function keepAll() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => new Request(name, { cache: isLasting(name) ? "default" : "no-cache" })));
  const page = await cache.match("index.html");
  if (!(await page.text()).includes(HOME)) throw new Error("the page is not of this version yet"); // tried again at the next visit
}

self.addEventListener("install", (event) => event.waitUntil(keepAll()));

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith(PREFIX) && name !== CACHE));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

async function kept(request) {
  const cache = await caches.open(CACHE);
  const wanted = request.mode === "navigate" ? pageOf(new URL(request.url)) : request.url;
  const anew = request.cache === "reload" && request.mode !== "navigate";
  const found = anew ? undefined : await cache.match(wanted, { ignoreSearch: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok && LASTING.has(request.url)) await cache.put(request.url, answer.clone()).catch(() => undefined);
  return answer;
}

/** Which page an address means: a folder stands for the page in it. */
function pageOf(url) {
  return url.origin + url.pathname + (url.pathname.endsWith("/") ? "index.html" : "");
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) event.respondWith(kept(request));
});
