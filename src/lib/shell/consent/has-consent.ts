import { cookieNames } from '../../site/cookies.ts';

/** Asked before each thing that needs it: another tab may have taken it back. */
export const hasConsent = (): boolean => document.cookie.split('; ').includes(`${cookieNames.consent}=yes`);
