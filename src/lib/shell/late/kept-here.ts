import { keepFlag } from '../start/browser.ts';

/** Stores only whether this browser's member has favourites, not which (platform 4). */
const NAME = 'favourites';

/** Kept for 365 days. */
export function rememberFavourites(): void {
  keepFlag(NAME, '1');
}

export function renewFavourites(): void {
  if (document.cookie.split('; ').some((pair) => pair.startsWith(`${NAME}=`))) rememberFavourites();
}

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
