import { keepFlag } from './flag-cookie.ts';

/** The member of this browser has favourites; not which (platform 4). */
const NAME = 'favourites';

/** For 365 days. */
export function rememberFavourites(): void {
  keepFlag(NAME, '1');
}

export function renewFavourites(): void {
  if (document.cookie.split('; ').some((pair) => pair.startsWith(`${NAME}=`))) rememberFavourites();
}
