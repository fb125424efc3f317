import { addDays, dayOf, longDate, longMoment } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale, isLocale, type Locale } from '#contract/locales.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import { receiptNumber } from '#contract/wallet/receipts-calls.ts';
import { vatOn, vatWithin } from '#contract/wallet/vat.ts';
import { WITHDRAWAL_DAYS } from '#contract/wallet/withdrawal.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import { requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PaymentRow } from '../tables.ts';
import { findReceipt, type ReceiptOf, toPurchase } from './reads.ts';
import { receiptPdf } from './receipt-pdf.ts';
import type { Seller } from './sheet.ts';

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

/** A member's own receipt, made on request; 404 for another member's. */
export const createServeReceipt =
  (seller: Seller) =>
  async (deps: Deps, { params, caller, query }: RawRequest): Promise<RawAnswer> => {
    const { memberId } = requireMember(caller);
    await deps.limits.take('settings-money', String(memberId));
    const number = (params['file'] ?? '').replace(/\.pdf$/, '');
    const found = await findReceipt(deps, memberId, number);
    if (!found) throw new AppError('badRequest.notFound');
    const lang = query.get('lang') ?? '';
    const file = await receiptFileOf(deps, seller, found, isLocale(lang) ? lang : defaultLocale);
    return {
      status: 200,
      headers: {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="${file.name}"`,
        'Cache-Control': 'no-store',
      },
      body: new Uint8Array(file.body),
    };
  };

/** Required by law on a durable medium: the consent to immediate delivery, and the right of withdrawal. */
export function consentRecord(
  { consentedAt, consentVersion, settledAt, createdAt }: PaymentRow,
  lang: Locale,
): { given: string; right: string } {
  const texts = documentTexts.in(lang).consent;
  const isKnown = consentVersion === CONSENT_VERSION;
  const isEarlier = consentedAt < createdAt;
  const now = isKnown ? texts.givenWords : texts.given;
  const earlier = isKnown ? texts.givenEarlierWords : texts.givenEarlier;
  const lastDay = addDays(dayOf(settledAt ?? createdAt), WITHDRAWAL_DAYS);
  return {
    given: fill(isEarlier ? earlier : now, {
      when: longMoment(consentedAt, lang),
      version: longDate(consentVersion, lang),
      words: texts.words,
    }),
    right: fill(texts.right, { day: longDate(lastDay, lang) }),
  };
}
