/** There while a phone call is waited for, or runs: any page of this browser goes on with it. Nothing secret. */
const KEY = 'dial-in';

export function readKeptCall(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Null forgets it. Where the browser keeps nothing, a reload begins anew. */
export function keepCall(session: string | null): void {
  try {
    if (session === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, session);
  } catch {
    // Storage is full or switched off.
  }
}
