/** Prefix of the keys of a performer's messages in this tab (docs/storage.md). */
export const STUDIO_MESSAGES = 'studio:';

/** Called when she logs out: nothing private stays for the next user. */
export function forgetStudioMessages(): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith(STUDIO_MESSAGES)) sessionStorage.removeItem(key);
  } catch {
    // No storage.
  }
}
