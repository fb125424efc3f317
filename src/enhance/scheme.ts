import { cookieNames, flagCookie } from '../lib/site/cookies.ts';
import { isScheme, type Scheme } from '../lib/site/scheme.ts';
import { findAll, said } from './hooks.ts';

/** Kept in a cookie, so that the server renders it. */
function chooseScheme(choice: unknown): void {
  const scheme: Scheme = isScheme(choice) ? choice : 'system';
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(cookieNames.scheme, scheme, location.protocol === 'https:');
}

export function pressScheme(pressed: HTMLElement): void {
  chooseScheme(said(pressed, 'scheme-choice'));
  for (const button of findAll(document, 'scheme-choice')) {
    button.setAttribute('aria-pressed', String(button === pressed));
  }
}
