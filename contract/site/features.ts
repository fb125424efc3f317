/** What a brand may switch on (platform spec 1); texts mention a feature only if it is on. */
export const features = [
  /** Members can delete their account. */
  'accountDeletion',
  /** Members can show their camera to a performer. */
  'camBack',
  'categories',
  'christmasMode',
  /** Operators' own pages, below /desk, and their calls. */
  'desk',
  /** Private messages. */
  'messenger',
  /** Login with passkeys. */
  'passkeys',
  /** Payment by phone call. */
  'phone',
  'safe',
  /** Performers' own pages, below /studio; studio calls do not depend on it. */
  'studio',
  /** Tips that a performer's toy responds to. */
  'toys',
  /** Exclusive shows. */
  'vip',
] as const;
export type Feature = (typeof features)[number];

export const isFeature = (name: string): name is Feature => features.some((feature) => feature === name);
