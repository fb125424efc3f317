import { bundleRecord } from '#contract/tracking/purchase-record.ts';
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
