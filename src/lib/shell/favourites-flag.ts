import { flagCookie } from '../site/cookies.ts';

/** Says that this browser's member keeps performers, and nothing about whom (platform 4). */
const NAME = 'favourites';

/** Sets the flag for another 365 days. */
export function rememberFavourites(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(NAME, '1', location.protocol === 'https:');
}

/** Renews the flag where an earlier visit has set it. */
export function renewFavourites(): void {
  if (document.cookie.split('; ').some((pair) => pair.startsWith(`${NAME}=`))) rememberFavourites();
}
