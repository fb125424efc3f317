import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { performerPageAt } from '#contract/wallet/return-page.ts';
import { brand } from '../../../content/brand/index.ts';
import type { RegisterValues } from './entry-rules.ts';

/** What a registration sends. `path`: of the page the visitor is on, or came from, without its locale. */
export function registrationOf(
  { email, password, terms }: RegisterValues,
  { affiliate, path }: { affiliate: Affiliate; path: string },
) {
  const from = performerPageAt(path);
  return {
    email: email.trim(),
    password: password.trim(),
    terms,
    meta: { p: brand.affiliateCode, ...affiliate },
    ...(from && { from }),
  };
}
