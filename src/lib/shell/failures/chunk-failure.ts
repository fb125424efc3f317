/** ms within which a page reloads only once. */
export const RELOAD_GUARD_MS = 60_000;

const KEY = 'chunk_reload';

/** `last`: time of the last reload as it was stored, or null. */
export function mayReload(now: number, last: string | null): boolean {
  const at = Number(last);
  return last === null || !Number.isFinite(at) || now - at >= RELOAD_GUARD_MS || at > now;
}

/** Browsers have different messages for a module that failed to load. */
const isChunkFailure = (reason: unknown): boolean =>
  reason instanceof TypeError &&
  /dynamically imported module|importing a module script/i.test(reason.message);

/** For a chunk that failed to load, mostly because a new release replaced it. Not while offline. */
export function reloadOnce(reason: unknown): void {
  if (isChunkFailure(reason)) reload();
}

function reload(): void {
  if (!navigator.onLine) return;
  try {
    if (!mayReload(Date.now(), sessionStorage.getItem(KEY))) return;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage the page could reload for ever.
    return;
  }
  location.reload();
}

/** For what nobody else handles; the browser, and Astro for an island, have logged it. */
export function reloadOnChunkFailure(): void {
  addEventListener('vite:preloadError', reload);
  addEventListener('unhandledrejection', ({ reason }) => reloadOnce(reason));
  addEventListener('astro:hydration-error', (event) => reloadOnce((event as CustomEvent).detail.error));
}
