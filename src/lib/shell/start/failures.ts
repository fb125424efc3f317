/** ms within which a page reloads only once. */
export const RELOAD_GUARD_MS = 60_000;

const KEY = 'chunk_reload';

/** `last`: time of the last reload as stored, or null. */
export function mayReload(now: number, last: string | null): boolean {
  const at = Number(last);
  // Also true if the stored value is not a number.
  return !(at <= now && now - at < RELOAD_GUARD_MS);
}

/** ms for which a page counts as left; it may stay if the link was a download. */
export const LEAVING_MS = 5000;

/** `early`: number of preloads in progress. */
const page = { isLeft: false, early: 0 };

/** Browsers word the failure of a module load differently. */
const isChunkFailure = (reason: unknown): boolean =>
  reason instanceof TypeError && /imported module|module script/.test(reason.message);

/** Reloads the page after a failed chunk load, usually caused by a new release; not while offline. */
export function reloadOnce(reason: unknown): void {
  if (isChunkFailure(reason)) void reload();
}

/**
 * Never while a chat plays: the missing part may not be needed. Never while the visitor leaves: Firefox aborts the old
 * page's loads, and a reload would cancel the navigation.
 */
async function reload(): Promise<void> {
  if (page.isLeft || !navigator.onLine || document.querySelector('[data-playing]')) return;
  try {
    // `navigator.onLine` is also true on a network without internet access.
    const { ok } = await fetch('', { method: 'HEAD', cache: 'no-store' });
    const now = Date.now();
    if (page.isLeft || !ok || !mayReload(now, sessionStorage.getItem(KEY))) return;
    sessionStorage.setItem(KEY, String(now));
    location.reload();
  } catch {
    // Without storage the page could reload endlessly.
  }
}

/** Preloads what may be needed later. A failure is ignored: the code that needs it loads it again and reports. */
export function loadEarly(load: () => Promise<unknown>): void {
  page.early += 1;
  void load()
    .catch(() => {})
    .finally(() => {
      page.early -= 1;
    });
}

/** Loads a module of an island; one that has been loaded is not requested again. */
const loadModule = (url: string): Promise<unknown> => import(/* @vite-ignore */ url);

/**
 * Handles unhandled load failures, which the browser or Astro has logged. Islands that failed before this runs and
 * are not hydrated are loaded once more.
 */
export function reloadOnChunkFailure(load = loadModule): void {
  // Not `pagehide`: it fires only when the new page has responded.
  addEventListener('beforeunload', () => {
    page.isLeft = true;
    setTimeout(() => {
      page.isLeft = false;
    }, LEAVING_MS);
  });
  addEventListener('vite:preloadError', () => {
    if (page.early === 0) void reload();
  });
  addEventListener('unhandledrejection', ({ reason }) => reloadOnce(reason));
  addEventListener('astro:hydration-error', (event) => reloadOnce((event as CustomEvent).detail.error));
  for (const island of document.querySelectorAll('astro-island[ssr][client="load"]')) {
    const url = island.getAttribute('component-url');
    if (url) void load(url).catch(reloadOnce);
  }
}
