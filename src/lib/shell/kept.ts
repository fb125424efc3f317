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

/** Prefix of the keys of stored messages (kept/messages.ts). */
export const MESSAGES_PREFIX = 'messenger:';

/** Removes the messages of all members: at logout nothing private stays for the next user. */
export function forgetMessages(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(MESSAGES_PREFIX)) storage.removeItem(key);
  } catch {
    // No storage.
  }
}
