/** Set while a phone call is awaited or runs: any page of this browser continues it. Not a secret. */
const KEY = 'dial-in';

export function readKeptCall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Null removes it. Without browser storage a reload starts over. */
export function keepCall(session: string | null): void {
  try {
    if (session === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, session);
  } catch {
    // Storage is full or switched off.
  }
}
