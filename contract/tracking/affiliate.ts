/** Longest value that travels on: registration keeps these values beside the account, up to this length. */
export const AFFILIATE_VALUE_MAX = 256;

/** As given, but printable: what comes with a link of an affiliate's is not ours to judge. */
const asGiven = /^\P{Cc}+$/u;

/** The basic route values every address of the site carries on, each with its rule; a value that breaks it is ignored. */
export const affiliateRules = {
  /** Code of the affiliate who sent the visitor. */
  p: /^[A-Za-z0-9]+$/,
  /** The affiliate's own note: a campaign, a placement. */
  pi: /^[A-Za-z0-9-]{1,64}$/,
  Click_id: asGiven,
  offer_id: asGiven,
  /** `true` wishes the site without nudity, also after the age question. */
  splash6: asGiven,
} as const satisfies Readonly<Record<string, RegExp>>;

export type AffiliateKey = keyof typeof affiliateRules;
export type Affiliate = Readonly<Partial<Record<AffiliateKey, string>>>;

/** What of a query travels on; of a key that is given twice the first counts. */
export function affiliateOf(query: { get(key: string): string | null }): Affiliate {
  const found: Partial<Record<AffiliateKey, string>> = {};
  for (const [key, rule] of Object.entries(affiliateRules) as [AffiliateKey, RegExp][]) {
    const value = query.get(key);
    if (value !== null && value.length <= AFFILIATE_VALUE_MAX && rule.test(value)) found[key] = value;
  }
  return found;
}

/** Whether only pictures without nudity are shown: until the visitor agrees, and after it to who wishes it so. */
export const showsNonNude = (ageVerified: boolean, affiliate: Affiliate): boolean =>
  !ageVerified || affiliate.splash6 === 'true';
