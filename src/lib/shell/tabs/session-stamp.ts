/** Storage key that tells every tab who is logged in: nobody, or one login. Names nobody. */
export const STAMP_KEY = 'session';

const GUEST = 'guest';
/** What this page shows. */
let shown: string | null = null;

/** A login's stamp begins with the time it was made at. */
const isLogin = (stamp: string | null): boolean => /^\d/.test(stamp ?? '');

/** After a login of this page; other tabs hear of it. */
export function announceSession(loggedIn: boolean): void {
  shown = loggedIn ? `${Date.now()}-${Math.random()}` : GUEST;
  write(shown);
}

/** Whether the browser has another session than the page shows; null without storage. */
export function isStale(): boolean | null {
  const now = read();
  return now === null ? null : now !== shown;
}

export interface SessionChanges {
  /** Somebody logged in, in another tab. */
  readonly onLogin: () => void;
  /** The page came back from the back/forward cache and shows a session that is over, or none. */
  readonly onStale: () => void;
}

/**
 * For a page as the server rendered it. A login or logout without script, by a form, becomes known here too. What a
 * member's page needs besides is in `member-page.ts`.
 */
export function followSession(loggedIn: boolean, { onLogin, onStale }: SessionChanges): void {
  const stored = read();
  if (isLogin(stored) === loggedIn) shown = stored;
  else announceSession(loggedIn);
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== STAMP_KEY || newValue === shown || !isLogin(newValue)) return;
    shown = newValue;
    onLogin();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isStale()) onStale();
  });
}

function read(): string | null {
  try {
    return localStorage.getItem(STAMP_KEY);
  } catch {
    return null;
  }
}

function write(stamp: string): void {
  try {
    localStorage.setItem(STAMP_KEY, stamp);
  } catch {
    // Only other tabs miss it.
  }
}
