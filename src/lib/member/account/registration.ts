import type { Affiliate } from '#contract/tracking/affiliate.ts';
import { brand } from '../../../content/brand/index.ts';
import type { RegisterValues } from './entry-rules.ts';

/** The input of a registration. `from`: the visitor's current or previous page, as path and query. */
export const registrationOf = (
  { email, password, terms }: RegisterValues,
  { affiliate, from }: { affiliate: Affiliate; from: string },
) => ({
  email: email.trim(),
  password: password.trim(),
  terms,
  meta: { p: brand.affiliateCode, ...affiliate },
  from,
});
