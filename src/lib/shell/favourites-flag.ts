import { flagCookie } from '../site/cookies.ts';

/** The member of this browser has favourites; not which (platform 4). */
const NAME = 'favourites';

/** For 365 days. */
export function rememberFavourites(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(NAME, '1', location.protocol === 'https:');
}

export function renewFavourites(): void {
  if (document.cookie.split('; ').some((pair) => pair.startsWith(`${NAME}=`))) rememberFavourites();
}
