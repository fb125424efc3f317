import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, moment } from '../../fields.ts';
import { isoCodes, type Locale } from '../../locales.ts';

/** Events shown in a member's security trail. */
export const trailActs = [
  'member.registered',
  // A registration with the address of an existing account.
  'member.registration-repeated',
  'member.verified',
  'member.logged-in',
  'member.login-refused',
  'member.logged-out',
  'member.reset-requested',
  'member.password-changed',
  'member.email-change-asked',
  'member.email-changed',
  'member.email-change-undone',
  'member.passkey-added',
  'member.passkey-renamed',
  'member.passkey-removed',
  'member.passkey-copied',
  'member.username-changed',
  'member.deletion-asked',
  'member.deletion-undone',
  'member.data-read',
] as const;

export const TRAIL_DAYS = 90;
/** Maximum number of rows in the trail. */
export const TRAIL_MAX = 100;

/** "Firefox · Linux, Nederland"; null if neither is known. */
export function placeOf(
  { device, country }: { readonly device: string | null; readonly country: string | null },
  locale: Locale,
): string | null {
  const land = country && new Intl.DisplayNames(isoCodes[locale], { type: 'region' }).of(country);
  const parts = [device, land].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(', ') : null;
}

/** Browser and system, `Firefox · Linux`; null when unknown. */
const device = z.nullable(z.string());
/** ISO 3166-1 code; null when unknown. */
const country = z.nullable(z.string());

export const sessionSchema = z.object({
  session: z.string(),
  device,
  country,
  loggedInAt: moment,
  lastSeenAt: moment,
  /** The session that made the call. */
  isCurrent: z.boolean(),
});

export const listSessions = endpoint({
  base: 'member',
  method: 'GET',
  path: '/sessions',
  summary: 'Returns the open sessions of the member, last used first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(sessionSchema) }),
  errors: [],
});

export const endSession = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/sessions/{session}',
  summary: 'Ends one session of the member; succeeds if it does not exist',
  access: 'member',
  input: z.object({ session: z.uuid() }),
  output: done,
  errors: [],
});

export const endOtherSessions = endpoint({
  base: 'member',
  method: 'DELETE',
  path: '/sessions',
  summary: 'Ends every session of the member except the current one',
  access: 'member',
  input: z.object({}),
  output: z.object({ ended: z.int() }),
  errors: [],
});

const trailRowSchema = z.object({ at: moment, act: z.enum(trailActs), device, country });

export const readSecurityTrail = endpoint({
  base: 'member',
  method: 'GET',
  path: '/security-trail',
  summary: 'Returns what happened to the account in the last 90 days, newest first',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(trailRowSchema) }),
  errors: [],
});
