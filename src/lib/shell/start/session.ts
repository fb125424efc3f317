import { atom } from 'nanostores';
import type { Member } from '#contract/member/account/account-calls.ts';

export type Session =
  | { readonly status: 'guest' }
  | ({
      readonly status: 'member';
      /** Logged in on this page, and was shown `endUserText`, the operator's message to this member. */
      readonly msgOnLogin?: true;
    } & Omit<Member, 'credits'>);

export const $session = atom<Session>({ status: 'guest' });

/** Whether a member's username is still the e-mail address (platform spec 4). */
export const lacksUsername = (session: Session): boolean =>
  session.status === 'member' && session.email !== '' && session.username === session.email;

/** The member whose messages this browser keeps; null for a guest. */
export function ownerOf(): string | null {
  const session = $session.get();
  return session.status === 'member' ? session.email : null;
}

/** Storage key by which all tabs know the current login, or that there is none. Contains no names. */
export const STAMP_KEY = 'session';

const GUEST = 'guest';

/** A login's stamp starts with its time. */
const isLogin = (stamp: string | null): boolean => /^\d/.test(stamp ?? '');

export interface SessionChanges {
  /** A login happened in another tab. */
  readonly onLogin: () => void;
  /** The page was restored from the back/forward cache and shows an ended or missing session. */
  readonly onStale: () => void;
}

export interface SessionStamp {
  /** Call after a login or logout on this page; notifies other tabs. */
  announceSession(loggedIn: boolean): void;
  /** Whether the browser's session differs from the one the page shows; null without storage. */
  isStale(): boolean | null;
  /**
   * Follows the session of a server-rendered page; also detects a login or logout by form, without script. Additional
   * code for a member's page is in `member-page.ts`.
   */
  followSession(loggedIn: boolean, changes: SessionChanges): void;
}

export function createSessionStamp(): SessionStamp {
  /** Stamp of the session the page shows. */
  let shown: string | null = null;

  const announceSession = (loggedIn: boolean): void => {
    shown = loggedIn ? `${Date.now()}-${Math.random()}` : GUEST;
    write(shown);
  };
  const isStale = (): boolean | null => {
    const now = read();
    return now === null ? null : now !== shown;
  };
  return {
    announceSession,
    isStale,
    followSession(loggedIn, { onLogin, onStale }) {
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
    },
  };
}

/** The page's instance. */
export const { announceSession, isStale, followSession } = createSessionStamp();

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
    // Only other tabs miss the change.
  }
}
