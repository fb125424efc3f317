import { cookieNames, flagCookie } from '../site/cookies.ts';

/** Keeps a choice of the interface for a year. */
export function keepFlag(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every supported browser
  document.cookie = flagCookie(name, value, location.protocol === 'https:');
}

/** Check it before each use: another tab may have withdrawn consent. */
export const hasConsent = (): boolean => document.cookie.split('; ').includes(`${cookieNames.consent}=yes`);
