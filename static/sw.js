/* Companion's service worker. It keeps the shell, rules, sheets and the plays of this phone as last seen; the network
   always comes first, nothing is forced, and what the site says is nobody's to keep (no-store) is not kept. */
"use strict";
const SHELF = "shell-" + RELEASE, PAGES = "pages", SHEETS = "sheets";
const MOST = { [PAGES]: 80, [SHEETS]: 30 }, PATIENCE = 3000;
const base = new URL("./", location);

self.addEventListener("install", event => event.waitUntil(caches.open(SHELF).then(cache => cache.addAll(SHELL))));
self.addEventListener("activate", event => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("shell-") && name !== SHELF) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("message", event => {
  if (event.data === "use") self.skipWaiting();
  if (event.data?.keep) event.waitUntil(Promise.all(event.data.keep.map(([address, as]) => keep(address, as))));
  if (event.data?.forget) event.waitUntil(forget(event.data.forget));
});

const keepable = answer => answer.ok && !answer.redirected && !/no-store/.test(answer.headers.get("Cache-Control") ?? "");
const put = async (name, key, answer) => {
  if (!keepable(answer)) return;
  const cache = await caches.open(name);
  await cache.delete(key);
  await cache.put(key, answer);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - MOST[name]))) await cache.delete(old);
};
const keep = async (address, as = address) => {
  try { await put(PAGES, new URL(as, base).href, await fetch(address, { credentials: "same-origin" })) } catch { /* another time */ }
};
const forget = async part => {
  const cache = await caches.open(PAGES);
  for (const key of await cache.keys()) if (key.url.includes(part)) await cache.delete(key);
};
const within = (promise, time) => Promise.race([promise, new Promise((_, reject) => setTimeout(reject, time))]);

const page = async (event, name) => {
  const { request } = event, asked = fetch(request);
  event.waitUntil(asked.then(answer => put(name, request.url, answer.clone()), () => 0));
  try { return await within(asked.then(answer => answer.clone()), PATIENCE) } catch { /* too slow, or no network */ }
  const cache = await caches.open(name), known = await cache.match(request.url, { ignoreVary: true }) ?? await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  if (known) return known;
  try { return await asked } catch { return caches.match(new URL("offline", base).href, { ignoreVary: true }) }
};
const part = async request => {
  const cache = await caches.open(SHELF), known = await cache.match(request.url, { ignoreVary: true });
  if (known) return known;
  try {
    const answer = await fetch(request);
    if (answer.ok) cache.put(request.url, answer.clone());
    return answer;
  } catch {
    return await caches.match(request, { ignoreSearch: true, ignoreVary: true }) ?? Response.error(); // a page kept by an older release
  }
};

self.addEventListener("fetch", event => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin || /event-stream/.test(request.headers.get("Accept"))) return;
  if (url.pathname.startsWith(base.pathname + "static/")) return url.searchParams.has("v") ? event.respondWith(part(request)) : undefined;
  if (/\.pdf$/.test(url.pathname)) return event.respondWith(page(event, SHEETS));
  if (request.mode === "navigate") event.respondWith(page(event, PAGES));
});
