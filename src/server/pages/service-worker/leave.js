/*
 * The emergency switch: takes the place of a worker that does harm. It removes what was kept and the registration, and
 * is never installed itself, so no page takes it for a new version.
 */
addEventListener("install", (event) => {
  event.waitUntil(leave());
});

async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("vestibule-")).map((name) => caches.delete(name)));
  // Not awaited: the browser does it after this installation has ended.
  registration.unregister();
  throw new Error("The service worker is switched off");
}
