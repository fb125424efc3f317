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
