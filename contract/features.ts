/** What a brand may switch (platform spec 1), and what the site may speak of only once it is there. */
export const features = [
  /** Members delete their account themselves. */
  'accountDeletion',
  /** Members show their own camera to a performer. */
  'camBack',
  'categories',
  'christmasMode',
  /** Private messages. */
  'messenger',
  /** Logging in without typing. */
  'passkeys',
  /** Paying by a phone call. */
  'phone',
  'safe',
  /** Tips that a performer's toy responds to. */
  'toys',
  /** Exclusive shows. */
  'vip',
] as const;
export type Feature = (typeof features)[number];

export const isFeature = (name: string): name is Feature => features.some((feature) => feature === name);
