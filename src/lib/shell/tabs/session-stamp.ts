/** Storage key that tells every tab who is logged in: nobody, or one login. Names nobody. */
export const STAMP_KEY = 'session';

const GUEST = 'guest';
/** What this page shows. */
let shown: string | null = null;

const isLogin = (stamp: string | null): boolean => stamp !== null && stamp !== GUEST;

/** After a login or logout of this page; other tabs hear of it. */
export function announceSession(loggedIn: boolean): void {
  shown = loggedIn ? `${Date.now()}-${Math.random()}` : GUEST;
  write(shown);
}

export interface SessionChanges {
  /** Somebody logged in, in another tab. */
  readonly onLogin: () => void;
  /** The page came back from the back/forward cache and shows a session that is over, or none. */
  readonly onStale: () => void;
}

/**
 * For a page as the server rendered it. A login or logout without script, by a form, becomes known here too. Tabs of
 * a member who logs out need nothing of this: the server tells them over their socket.
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
    // Without storage nothing is known, and a reload would not change that.
    const now = read();
    if (persisted && now !== null && now !== shown) onStale();
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
