import { keepFlag } from '#lib/shell/start/browser.ts';
import { findAll, readHook } from '../../lib/shell/start/hooks.ts';
import { isScheme, type Scheme } from '../../lib/site/scheme.ts';
import { cookieNames } from '../../lib/site/start/names.ts';

/** Stored in a cookie, so that the server renders it. */
function chooseScheme(choice: unknown): void {
  const scheme: Scheme = isScheme(choice) ? choice : 'system';
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  keepFlag(cookieNames.scheme, scheme);
}

export function pressScheme(pressed: HTMLElement): void {
  chooseScheme(readHook(pressed, 'scheme-choice'));
  for (const button of findAll(document, 'scheme-choice')) {
    button.setAttribute('aria-pressed', String(button === pressed));
  }
}
