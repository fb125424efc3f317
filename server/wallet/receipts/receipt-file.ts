import { addDays, dayOf, longDate, longMoment, TIME_ZONE } from '#contract/day.ts';
import { AppError } from '#contract/errors.ts';
import { defaultLocale, isLocale, type Locale } from '#contract/locales.ts';
import { percentOf, vatWithin } from '#contract/tax/vat.ts';
import { CONSENT_VERSION } from '#contract/wallet/payment.ts';
import { type Purchase, receiptNumber } from '#contract/wallet/receipts-calls.ts';
import { WITHDRAWAL_DAYS } from '#contract/wallet/withdrawal.ts';
import type { RawAnswer, RawRequest } from '#server/calls/raw-route.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import { requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { PaymentRow } from '../tables.ts';
import { findReceipt, type ReceiptOf, toPurchase } from './reads.ts';
import { euroWords, openSheet, type Seller } from './sheet.ts';

/** The PDF of a receipt and its file name. */
export async function receiptFileOf(
  deps: Pick<Deps, 'config' | 'now'>,
  seller: Seller,
  found: ReceiptOf,
  lang: Locale,
): Promise<{ name: string; body: Buffer }> {
  const { payment, receipt } = found;
  const { homeVat } = deps.config;
  const percent = percentOf(homeVat, payment.vatCountry, dayOf(receipt.issuedAt));
  const consent = consentRecord(payment, lang);
  const body = await receiptPdf({
    purchase: toPurchase(deps, found, new Map()),
    seller,
    memberId: payment.memberId,
    vat: {
      country: payment.vatCountry ?? homeVat.country,
      percent,
      cents: vatWithin(payment.cents, percent),
    },
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

interface ReceiptContent {
  purchase: Purchase;
  seller: Seller;
  /** The buyer's member number. */
  memberId: number;
  /** The country that taxes it, percentage, and the cents included in the price. */
  vat: { country: string; percent: number; cents: number };
  /** Paragraphs below the amounts. */
  notes: readonly string[];
  lang: Locale;
}

/** Names that are the same in every language. */
const methods = {
  ideal: 'iDEAL',
  mistercash: 'Bancontact',
  sofortbanking: 'Sofort',
  paysafecard: 'paysafecard',
} as const;

async function receiptPdf({ purchase, seller, memberId, vat, notes, lang }: ReceiptContent): Promise<Buffer> {
  const t = documentTexts.in(lang).receipt;
  const money = euroWords(lang, purchase.currency);
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE });
  const title = `${t.title} ${purchase.receipt}`;
  const sheet = openSheet({ title, seller, lang, at: new Date(purchase.boughtAt) });
  sheet.row(t.number, purchase.receipt);
  sheet.row(t.date, date.format(new Date(purchase.boughtAt)));
  sheet.row(t.buyer, String(memberId));
  sheet.row(t.method, methodOf(purchase.method, t));
  sheet.row(t.what, fill(t.bundle, { credits: new Intl.NumberFormat(lang).format(purchase.credits) }));
  sheet.amount(t.net, money(purchase.cents - vat.cents));
  const percent = new Intl.NumberFormat(lang).format(vat.percent);
  const country = new Intl.DisplayNames(lang, { type: 'region' }).of(vat.country) ?? vat.country;
  sheet.amount(fill(t.vat, { percent, country }), money(vat.cents));
  sheet.amount(t.total, money(purchase.cents), true);
  sheet.notes(notes);
  sheet.sender(t);
  return sheet.end();
}

const methodOf = (method: Purchase['method'], t: { card: string; other: string }): string => {
  if (method === null) return t.other;
  return method === 'creditcard' ? t.card : methods[method];
};
