// What this worker keeps: the built files, whose names change with their content, and the page for when there is no
// network. Never a page of anybody, never an answer of the API: whatever is not named here goes to the network untouched.
const VERSION = 'v1';
const PAGE = `vonk-offline-${VERSION}`;
const FILES = `vonk-files-${VERSION}`;
const OFFLINE = '/offline.html';
/** A release or two; the oldest go first. */
const MOST_FILES = 150;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(PAGE);
      await cache.add(new Request(OFFLINE, { cache: 'reload' }));
      // Nothing kept belongs to one release only, so there is nothing to wait for.
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith('vonk-') && name !== PAGE && name !== FILES);
      await Promise.all(old.map((name) => caches.delete(name)));
      // The request goes out while the worker is still starting.
      await self.registration.navigationPreload?.enable();
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    event.respondWith(fromNetwork(event));
    return;
  }
  const { origin, pathname } = new URL(request.url);
  if (origin === self.location.origin && pathname.startsWith('/_astro/'))
    event.respondWith(fromCache(request));
});

async function fromNetwork(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error();
  }
}

async function fromCache(request) {
  const cache = await caches.open(FILES);
  const kept = await cache.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) {
    await cache.put(request, answer.clone());
    const files = await cache.keys();
    await Promise.all(
      files.slice(0, Math.max(0, files.length - MOST_FILES)).map((file) => cache.delete(file)),
    );
  }
  return answer;
}
