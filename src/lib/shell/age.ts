import { cookieNames, flagCookie } from '../site/cookies.ts';

/** Remembers that the visitor is an adult. */
export function acceptAge(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(cookieNames.age, '1', location.protocol === 'https:');
}

/** Acts once the age question is answered with yes; at once where it is not asked. */
export function whenAgeAccepted(act: () => void): void {
  if (document.querySelector('dialog#age-gate[open]') === null) act();
  else document.addEventListener('age-accepted', act, { once: true });
}
