import { isStale, STAMP_KEY } from '../start/session.ts';

/** Stamp after a member's logout. */
const LEFT = 'left';

/** Notifies other tabs. This page still shows the member: it is stale if it is restored. */
export function announceLogout(): void {
  try {
    localStorage.setItem(STAMP_KEY, LEFT);
  } catch {
    // Only other tabs miss the change.
  }
}

/**
 * Covers a member's page while it is away, so that a restored page shows nothing before it is checked for staleness,
 * and reports a logout in another tab. Returns a stop function.
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
      // The session is unknown, and the page is a member's.
      if (persisted && stale === null) location.reload();
    },
    { signal },
  );
  return () => stop.abort();
}

/** Hides the page while it is away, and until its session is checked again. Its elements keep their state. */
function coverPage(isCovered: boolean): void {
  document.documentElement.style.visibility = isCovered ? 'hidden' : '';
}

/** Empties a page that is left for good, so that no cache of the browser keeps member data. */
export function emptyPage(): void {
  coverPage(true);
  document.body.replaceChildren();
}
