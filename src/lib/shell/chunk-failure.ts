/** A page that has just been loaded anew is not loaded anew again for this long, in ms. */
export const RELOAD_GUARD_MS = 60_000;

const KEY = 'chunk_reload';

/** Whether a part that could not be loaded is reason to load the page anew; `last` as it was stored, or null. */
export function mayReload(now: number, last: string | null): boolean {
  const at = Number(last);
  return last === null || !Number.isFinite(at) || now - at >= RELOAD_GUARD_MS || at > now;
}

/** Browsers have a sentence each for a module that did not come. */
const isChunkFailure = (reason: unknown): boolean =>
  reason instanceof TypeError &&
  /dynamically imported module|importing a module script/i.test(reason.message);

/**
 * A part of the page that does not come is mostly one of a release that is gone: the page is loaded anew, once. Where
 * there is no network a new page would be worse than this one.
 */
export function reloadOnChunkFailure(): void {
  const reload = (): void => {
    if (!navigator.onLine) return;
    try {
      if (!mayReload(Date.now(), sessionStorage.getItem(KEY))) return;
      sessionStorage.setItem(KEY, String(Date.now()));
    } catch {
      // Where nothing can be remembered nothing would keep the page from being loaded for ever.
      return;
    }
    location.reload();
  };
  addEventListener('vite:preloadError', reload);
  addEventListener('unhandledrejection', ({ reason }) => isChunkFailure(reason) && reload());
}
