import { ASK_AGAIN_MS } from '#contract/member/notices/notices.ts';

/** Reads what this tab stores across a reload, until it is closed. Never store secrets here. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    // Storage is missing or holds another value.
    return null;
  }
}

/** Null removes it. Without browser storage a reload starts over. */
export function keep(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or switched off.
  }
}

/** Key of this tab's state on a performer's stream page (docs/storage.md). */
export const ACTIVE_STREAM = 'active_stream';

/** Also called at logout, so that the next member starts over. */
export const forgetStream = (): void => keep(ACTIVE_STREAM, null);

/** Prefix of the keys of stored messages. */
const MESSAGES_PREFIX = 'messenger:';

/** Removes the messages of all members: at logout nothing private stays for the next user. */
export function forgetMessages(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(MESSAGES_PREFIX)) storage.removeItem(key);
  } catch {
    // No storage.
  }
}

/**
 * What this browser stores of a member's private messages (docs/storage.md), until logout. Separate for each member, so
 * that none sees or sends another's messages; keys contain no names.
 */
const places = {
  /** Previews of the conversations: shown until the server has answered. */
  conversations: () => localStorage,
  /** Messages not sent yet. */
  unsent: () => localStorage,
  /** Whether this browser gets notices. */
  notices: () => localStorage,
  /** Texts being written in this tab. */
  drafts: () => sessionStorage,
  /** Pop-ups open in this tab. */
  popups: () => sessionStorage,
} as const;

export type MessagesPart = keyof typeof places;

export function readMessages(part: MessagesPart, owner: string): unknown {
  try {
    return JSON.parse(places[part]().getItem(keyOf(part, owner)) ?? 'null');
  } catch {
    // Storage is missing or holds another value.
    return null;
  }
}

/** Null removes it. Without browser storage a reload starts over. */
export function keepMessages(part: MessagesPart, owner: string, value: object | null): void {
  try {
    if (value === null) places[part]().removeItem(keyOf(part, owner));
    else places[part]().setItem(keyOf(part, owner), JSON.stringify(value));
  } catch {
    // Storage is full or switched off.
  }
}

const keyOf = (part: MessagesPart, owner: string): string => `${MESSAGES_PREFIX}${part}:${stampOf(owner)}`;

/** FNV-1a hash: separates people of one browser without storing their names. */
export function stampOf(owner: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const sign of owner) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}

/** Set while a phone call is awaited or runs: any page of this browser continues it. Not a secret. */
const CALL = 'dial-in';

export function readKeptCall(): string | null {
  try {
    return localStorage.getItem(CALL);
  } catch {
    return null;
  }
}

/** Null removes it. Without browser storage a reload starts over. */
export function keepCall(session: string | null): void {
  try {
    if (session === null) localStorage.removeItem(CALL);
    else localStorage.setItem(CALL, session);
  } catch {
    // Storage is full or switched off.
  }
}

/** Time at which notices were declined in this browser; kept after logout (docs/storage.md). */
const DECLINED = 'notices:no';

export function noteNoticesDeclined(): void {
  try {
    localStorage.setItem(DECLINED, String(Date.now()));
  } catch {
    // No storage.
  }
}

/** Returns true without storage, so that the question does not repeat. */
export function hasDeclinedNotices(): boolean {
  try {
    return Date.now() - Number(localStorage.getItem(DECLINED) ?? 0) < ASK_AGAIN_MS;
  } catch {
    return true;
  }
}
