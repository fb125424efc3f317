// What this worker keeps: the built files, whose names change with their content, and the page for when there is no
// network, in each language, with the language last used. Never a page of anybody, never an answer of the API: whatever is not named here goes to the network untouched.
const VERSION = 'v3';
const PAGE = `offline-${VERSION}`;
const FILES = `files-${VERSION}`;
/** The site's, the default first; they are part of the worker's address, so that a new one is a new worker. */
const LANGUAGES = (new URL(self.location.href).searchParams.get('languages') ?? 'nl').split(',');
const offlinePage = (language) => (language === LANGUAGES[0] ? '/offline.html' : `/offline-${language}.html`);
/** Name of an entry of the cache, not an address. */
const LANGUAGE = '/offline-language';
/** A release or two; the oldest go first. */
const MOST_FILES = 150;

self.addEventListener('install', (event) => {
  event.waitUntil(
    (async () => {
      const cache = await caches.open(PAGE);
      await cache.addAll(
        LANGUAGES.map((language) => new Request(offlinePage(language), { cache: 'reload' })),
      );
      // Nothing kept belongs to one release only, so there is nothing to wait for.
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name !== PAGE && name !== FILES);
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
  if (origin === self.location.origin && pathname.startsWith('/_astro/')) event.respondWith(fromCache(event));
});

async function fromNetwork(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(rememberLanguage(event.request.url));
    return answer;
  } catch {
    return (await caches.match(offlinePage(await lastLanguage()))) ?? Response.error();
  }
}

async function lastLanguage() {
  const kept = await caches.match(LANGUAGE);
  return languageOr(await kept?.text());
}

const languageOr = (language) => (LANGUAGES.includes(language) ? language : LANGUAGES[0]);

async function rememberLanguage(url) {
  const language = languageOr(new URL(url).pathname.split('/')[1]);
  if (language === (await lastLanguage())) return;
  const cache = await caches.open(PAGE);
  await cache.put(LANGUAGE, new Response(language));
}

/** A cache that cannot be read or written costs the page nothing: the file comes from the network. */
async function fromCache(event) {
  const { request } = event;
  const kept = await keptFile(request).catch(() => undefined);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.status === 200) event.waitUntil(keepFile(request, answer.clone()).catch(() => undefined));
  return answer;
}

const keptFile = async (request) => (await caches.open(FILES)).match(request);

async function keepFile(request, answer) {
  const cache = await caches.open(FILES);
  await cache.put(request, answer);
  const files = await cache.keys();
  await Promise.all(files.slice(0, Math.max(0, files.length - MOST_FILES)).map((file) => cache.delete(file)));
}

// What the server sends (contract/member/notices/notices.ts, BrowserNotice). A browser takes the permission from who shows nothing.
self.addEventListener('push', (event) => {
  event.waitUntil(show(readNotice(event.data)));
});

async function show({ title, path, renotify, ...shown }) {
  const options = { ...shown, data: { path }, icon: '/brand/icon-192.png' };
  // A page that is being looked at tells it by itself, with a sound of its own.
  if (renotify) Object.assign(options, (await isVisible(path)) ? { silent: true } : { renotify });
  await self.registration.showNotification(title, options);
}

async function isVisible(path) {
  const tabs = await self.clients.matchAll({ type: 'window' });
  return tabs.some(
    ({ url, visibilityState }) =>
      visibilityState === 'visible' && pageOf(new URL(url).pathname) === pageOf(path),
  );
}

/** The address without its language. */
const pageOf = (path) => {
  const [, language, ...rest] = path.split('/');
  return LANGUAGES.includes(language) ? `/${rest.join('/')}` : path;
};

function readNotice(data) {
  try {
    const { title, body, lang, tag, path, renotify } = data.json();
    const shown = { title: String(title), body: String(body), lang, tag, path: isOwnPath(path) ? path : '/' };
    return renotify === true ? { ...shown, renotify } : shown;
  } catch {
    return { title: self.location.hostname, tag: 'messages', path: '/' };
  }
}

const isOwnPath = (path) => typeof path === 'string' && /^\/(?![/\\])/.test(path);

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? '/'));
});

/** The tab that shows it already, else a new one: what somebody does in another tab is left alone. */
async function openPage(path) {
  const tabs = await self.clients.matchAll({ type: 'window' });
  const there = tabs.find(({ url }) => new URL(url).pathname === path);
  return there ? there.focus() : self.clients.openWindow(path);
}
