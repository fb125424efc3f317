import { dayOf } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import { receiptNumber } from '#contract/wallet/receipts-calls.ts';
import { vatOn, vatWithin } from '#contract/wallet/vat.ts';
import type { Deps } from '#server/ports/deps.ts';
import { consentRecord } from './consent.ts';
import { type ReceiptOf, toPurchase } from './reads.ts';
import { receiptPdf, type Seller } from './receipt-pdf.ts';

/** The PDF of a receipt and its file name. */
export async function receiptFileOf(
  deps: Pick<Deps, 'config' | 'now'>,
  seller: Seller,
  found: ReceiptOf,
  lang: Locale,
): Promise<{ name: string; body: Buffer }> {
  const { payment, receipt } = found;
  const percent = vatOn(deps.config.vatRates, dayOf(receipt.issuedAt));
  const consent = consentRecord(payment, lang);
  const body = await receiptPdf({
    purchase: toPurchase(deps, found, new Map()),
    seller,
    memberId: payment.memberId,
    vat: { percent, cents: vatWithin(payment.cents, percent) },
    notes: [consent.given, consent.right],
    lang,
  });
  return { name: `${seller.brand.toLowerCase()}-${receiptNumber(receipt)}.pdf`, body };
}
