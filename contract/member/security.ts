/** What a member's security trail shows, by the names of the events. */
export const trailActs = [
  'member.registered',
  // Somebody wanted to register with the address of an account.
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
/** Rows of the trail, at most. */
export const TRAIL_MAX = 100;
