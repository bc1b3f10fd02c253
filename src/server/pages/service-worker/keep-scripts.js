/*
 * Keeps the scripts of one build in the browser. `build` stands above: their addresses, and the name of their cache.
 * Nothing else is ever kept, no page and no answer, so that nobody finds anything of somebody else (security, SE-7).
 */
addEventListener("install", (event) => {
  // Pages come from the network; where the browser can, they need not wait for this worker to wake.
  event.addRoutes?.({ condition: { requestMode: "navigate" }, source: "network" })?.catch(() => undefined);
  event.waitUntil(caches.open(build.cache).then((cache) => cache.addAll(build.assets)));
});

addEventListener("activate", (event) => {
  const earlier = (name) => name.startsWith("vestibule-") && name !== build.cache;
  const remove = (names) => Promise.all(names.filter(earlier).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(remove));
});

// A page asks which version it is of: of this one nobody needs to be told, else the page asks the person.
addEventListener("message", ({ data, ports: [answer] }) => {
  const isOfThisBuild = build.assets.includes(data.entry);
  if (isOfThisBuild || data.activate) skipWaiting();
  answer?.postMessage({ isNewer: !isOfThisBuild });
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !build.assets.includes(pathname)) return;
  const kept = caches.match(pathname, { cacheName: build.cache, ignoreVary: true }).catch(() => undefined);
  event.respondWith(kept.then((answer) => answer ?? fetch(request)));
});
