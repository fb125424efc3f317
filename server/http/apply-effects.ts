import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import type { Effect } from '#server/calls/handler.ts';
import { identityCookies } from '#server/identity/cookies.ts';
import { DEVICE_SECONDS } from '#server/identity/devices.ts';
import { SESSION_SECONDS } from '#server/identity/sessions.ts';

/** Seconds; the guest's free minute is counted by the day. */
const GUEST_SECONDS = 24 * 3600;

/** Sets cookies; a room needs a socket. */
export function applyEffects(c: Context, effects: readonly Effect[], secure: boolean): void {
  const names = identityCookies(secure);
  const set = (name: string, value: string, maxAge: number): void =>
    setCookie(c, name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge });
  for (const effect of effects) {
    if (effect.kind === 'remember-session') set(names.session, effect.token, SESSION_SECONDS);
    if (effect.kind === 'forget-session') set(names.session, '', 0);
    if (effect.kind === 'remember-device') set(names.device, effect.token, DEVICE_SECONDS);
    if (effect.kind === 'forget-device') set(names.device, '', 0);
    if (effect.kind === 'remember-guest') set(names.guest, effect.guestId, GUEST_SECONDS);
  }
}
