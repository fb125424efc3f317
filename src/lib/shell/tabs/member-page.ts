import { coverPage } from './covered-page.ts';
import { isStale, STAMP_KEY } from './session-stamp.ts';

/** Stamp of a member who has logged out. */
const LEFT = 'left';

/** Other tabs hear of it. This page still shows the member: it is stale should it come back. */
export function announceLogout(): void {
  try {
    localStorage.setItem(STAMP_KEY, LEFT);
  } catch {
    // Only other tabs miss it.
  }
}

/**
 * Covers a member's page while it is away, so that a browser has nothing to show before it is known whether it is stale,
 * and tells of a logout in another tab. Returns how to stop.
 */
export function guardMemberPage(onLogout: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  addEventListener(
    'storage',
    ({ key, newValue }) => {
      if (key === STAMP_KEY && newValue === LEFT) onLogout();
    },
    { signal },
  );
  addEventListener('pagehide', () => coverPage(true), { signal });
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      const stale = isStale();
      if (persisted && stale === false) coverPage(false);
      // Nothing is known of the session, and the page is a member's.
      if (persisted && stale === null) location.reload();
    },
    { signal },
  );
  return () => stop.abort();
}
