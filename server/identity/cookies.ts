import { sessionCookies } from '#contract/cookies.ts';

/** Names of the cookies that say who calls; with TLS they carry the prefix that no other host can set. */
export const identityCookies = (secure: boolean) =>
  secure
    ? ({ session: sessionCookies[1], guest: '__Host-vonk_guest' } as const)
    : ({ session: sessionCookies[0], guest: 'vonk_guest' } as const);
