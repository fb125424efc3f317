/** Of the terms for affiliates (src/content/legal/affiliates); change it with their text. */
export const AFFILIATE_TERMS_VERSION = '2026-12-01';

/** Maximum characters; registration stores these values with the account. */
export const AFFILIATE_VALUE_MAX = 256;

const printable = /^\P{Cc}+$/u;

/** Values carried by every URL of the site, with their rules. An invalid value is ignored. */
export const affiliateRules = {
  p: /^[A-Za-z0-9]+$/,
  pi: /^[A-Za-z0-9-]{1,64}$/,
  Click_id: printable,
  offer_id: printable,
  /** `true` asks for a site without nudity, also after the age question. */
  splash6: printable,
} as const satisfies Readonly<Record<string, RegExp>>;

export type AffiliateKey = keyof typeof affiliateRules;
export type Affiliate = Readonly<Partial<Record<AffiliateKey, string>>>;

/** Uses the first of repeated keys. */
export function affiliateOf(query: { get(key: string): string | null }): Affiliate {
  const found: Partial<Record<AffiliateKey, string>> = {};
  for (const [key, rule] of Object.entries(affiliateRules) as [AffiliateKey, RegExp][]) {
    const value = query.get(key);
    if (value !== null && value.length <= AFFILIATE_VALUE_MAX && rule.test(value)) found[key] = value;
  }
  return found;
}

/** Removes invalid affiliate values from a query; returns the same text if all are valid. */
export function withoutInvalid(search: string): string {
  const query = new URLSearchParams(search);
  const valid = affiliateOf(query);
  const invalid = (Object.keys(affiliateRules) as AffiliateKey[]).filter(
    (key) => query.has(key) && valid[key] === undefined,
  );
  if (invalid.length === 0) return search;
  for (const key of invalid) query.delete(key);
  return query.size > 0 ? `?${query}` : '';
}

/**
 * Whether only non-nude pictures are shown: until the visitor agrees, later on request, and always on a `safe` brand.
 */
export const showsNonNude = (visit: {
  readonly ageVerified: boolean;
  readonly affiliate: Affiliate;
  readonly safe: boolean;
}): boolean => visit.safe || !visit.ageVerified || visit.affiliate.splash6 === 'true';
