import { generateCookie } from 'hono/cookie';
import type { Effect } from '#server/calls/handler.ts';
import { type CookieConfig, identityCookies } from '#server/identity/client.ts';
import { DEVICE_SECONDS } from '#server/identity/devices.ts';
import { DESK_SECONDS, SESSION_SECONDS } from '#server/identity/sessions.ts';
import { DIAL_IN_SECONDS } from '#server/identity/tokens.ts';

/** Seconds; a guest's free minute is counted per day. */
const GUEST_SECONDS = 24 * 3600;

/** `Set-Cookie` values. A room needs a socket, so it is skipped. */
export function effectCookies(effects: readonly Effect[], config: CookieConfig): string[] {
  const names = identityCookies(config);
  const { secureCookies: secure, cookieDomain } = config;
  const where = { path: '/', ...(cookieDomain !== null && { domain: cookieDomain }) };
  const cookie = (name: string, value: string, maxAge: number): string =>
    generateCookie(name, value, { ...where, httpOnly: true, sameSite: 'Lax', secure, maxAge });
  return effects.flatMap((effect) => {
    if (effect.kind === 'remember-session') return cookie(names.session, effect.token, SESSION_SECONDS);
    if (effect.kind === 'forget-session') return cookie(names.session, '', 0);
    if (effect.kind === 'remember-studio') return cookie(names.studio, effect.token, SESSION_SECONDS);
    if (effect.kind === 'forget-studio') return cookie(names.studio, '', 0);
    if (effect.kind === 'remember-desk')
      return [
        cookie(names.desk, effect.token, DESK_SECONDS),
        cookie(names.deskDevice, effect.device, DESK_SECONDS),
      ];
    if (effect.kind === 'forget-desk') return [cookie(names.desk, '', 0), cookie(names.deskDevice, '', 0)];
    if (effect.kind === 'remember-device') return cookie(names.device, effect.token, DEVICE_SECONDS);
    if (effect.kind === 'forget-device') return cookie(names.device, '', 0);
    if (effect.kind === 'remember-guest') return cookie(names.guest, effect.guestId, GUEST_SECONDS);
    if (effect.kind === 'remember-dial-in') return cookie(names.phone, effect.token, DIAL_IN_SECONDS);
    return [];
  });
}
