import { sessionCookies } from '#contract/cookies.ts';

/** With TLS the names have the `__Host-` prefix, which no other host can set. */
export const identityCookies = (secure: boolean) =>
  secure
    ? ({
        session: sessionCookies[1],
        guest: '__Host-vonk_guest',
        phone: '__Host-vonk_phone',
        device: '__Host-vonk_device',
      } as const)
    : ({
        session: sessionCookies[0],
        guest: 'vonk_guest',
        phone: 'vonk_phone',
        device: 'vonk_device',
      } as const);
