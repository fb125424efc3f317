import { listBundles, readPayment } from '#contract/wallet/purchase-calls.ts';
import { brand } from '../../content/brand/index.ts';
import { call } from '../api/call.ts';

/** A successful payment in the format of analytics programs. Throws AppError if it cannot be read. */
export async function purchaseEvent(payment: string, affiliate: string | undefined) {
  const [bought, { bundles }] = await Promise.all([
    call(readPayment, { id: payment }),
    call(listBundles, {}),
  ]);
  const where = { bundles, brand: brand.name, affiliate: affiliate ?? brand.affiliateCode };
  const { cents, currency } = bought;
  const items = [bundleRecord(bought, where)];
  return {
    event: 'purchase',
    ecommerce: { transaction_id: payment, value: cents / 100, currency, items },
  } as const;
}

/** (live spec 3, analytics bundle record) Field names as analytics programs expect them. */
export interface BundleRecord {
  /** Position among the bundles on sale, from 0. */
  readonly index: number;
  readonly quantity: 1;
  readonly item_name: string;
  readonly item_id: string;
  /** Affiliate code. */
  readonly affiliation: string;
  readonly currency: string;
  readonly item_brand: string;
  readonly item_category: 'credits';
  /** In units of the currency, not cents. */
  readonly price: number;
}

interface Bought {
  readonly cents: number;
  readonly credits: number;
  readonly currency: string;
}

interface OnSale {
  readonly id: string;
  readonly cents: number;
  readonly credits: number;
}

/** For a bundle no longer on sale the record has the paid price and index 0. */
export function bundleRecord(
  { cents, credits, currency }: Bought,
  { bundles, brand, affiliate }: { bundles: readonly OnSale[]; brand: string; affiliate: string },
): BundleRecord {
  const index = bundles.findIndex((bundle) => bundle.cents === cents && bundle.credits === credits);
  return {
    index: Math.max(0, index),
    quantity: 1,
    item_name: `${credits} credits`,
    item_id: bundles[index]?.id ?? `${credits}`,
    affiliation: affiliate,
    currency,
    item_brand: brand,
    item_category: 'credits',
    price: cents / 100,
  };
}
