import { cookieNames, flagCookie } from '../site/cookies.ts';
import { isScheme, type Scheme } from '../site/scheme.ts';

/** Shows the page light or dark, and remembers it in a cookie so that the server renders it so. */
export function chooseScheme(choice: unknown): void {
  const scheme: Scheme = isScheme(choice) ? choice : 'system';
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(cookieNames.scheme, scheme, location.protocol === 'https:');
}
