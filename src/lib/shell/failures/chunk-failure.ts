/** ms within which a page reloads only once. */
export const RELOAD_GUARD_MS = 60_000;

const KEY = 'chunk_reload';

/** `last`: time of the last reload as it was stored, or null. */
export function mayReload(now: number, last: string | null): boolean {
  const at = Number(last);
  // Also true if what was stored is no time.
  return !(at <= now && now - at < RELOAD_GUARD_MS);
}

/** Browsers have different messages for a module that failed to load. */
const isChunkFailure = (reason: unknown): boolean =>
  reason instanceof TypeError &&
  /dynamically imported module|importing a module script/i.test(reason.message);

/** For a chunk that failed to load, mostly because a new release replaced it. Not while offline. */
export function reloadOnce(reason: unknown): void {
  if (isChunkFailure(reason)) void reload();
}

/** Never out of a chat that plays: what is missing may not be needed. */
async function reload(): Promise<void> {
  if (!navigator.onLine || document.querySelector('[data-playing]')) return;
  try {
    // Browsers call themselves online with a line that leads nowhere.
    const { ok } = await fetch('', { method: 'HEAD', cache: 'no-store' });
    if (!ok || !mayReload(Date.now(), sessionStorage.getItem(KEY))) return;
    sessionStorage.setItem(KEY, String(Date.now()));
  } catch {
    // Without storage the page could reload for ever.
    return;
  }
  location.reload();
}

/** Loads that nobody waits for yet. */
const early = { loads: 0 };

/** Loads what may be needed later. A failure is no harm yet: what needs it loads it again, and tells. */
export function loadEarly(load: () => Promise<unknown>): void {
  early.loads += 1;
  void load()
    .catch(() => {})
    .finally(() => {
      early.loads -= 1;
    });
}

/** For what nobody else handles; the browser, and Astro for an island, have logged it. */
export function reloadOnChunkFailure(): void {
  addEventListener('vite:preloadError', () => {
    if (early.loads === 0) void reload();
  });
  addEventListener('unhandledrejection', ({ reason }) => reloadOnce(reason));
  addEventListener('astro:hydration-error', (event) => reloadOnce((event as CustomEvent).detail.error));
}
