/** What this tab remembers across a reload, until it is closed. Nothing secret belongs here. */
export function readKept(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    // No storage, or not ours.
    return null;
  }
}

/** Null forgets it. Where the browser keeps nothing, a reload begins anew. */
export function keep(key: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or switched off.
  }
}

/** Where this tab's viewer is on a performer's stream page (docs/storage.md). */
export const ACTIVE_STREAM = 'active_stream';

/** Also when the member leaves: the next one begins anew. */
export const forgetStream = (): void => keep(ACTIVE_STREAM, null);

/** Begins the keys under which messages are kept (kept/messages.ts). */
export const MESSAGES_PREFIX = 'messenger:';

/** Of everybody: when a member leaves, nothing private stays for who comes next. */
export function forgetMessages(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const key of Object.keys(storage)) if (key.startsWith(MESSAGES_PREFIX)) storage.removeItem(key);
  } catch {
    // No storage.
  }
}
