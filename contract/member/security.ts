import { isoCodes, type Locale } from '../locales.ts';

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
