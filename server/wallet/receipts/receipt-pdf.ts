import { TIME_ZONE } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import type { Purchase } from '#contract/wallet/receipts-calls.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';
import { euroWords, openSheet, type Seller } from './sheet.ts';

export interface ReceiptContent {
  purchase: Purchase;
  seller: Seller;
  /** The buyer's member number. */
  memberId: number;
  /** Percentage, and the cents included in the price. */
  vat: { percent: number; cents: number };
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

export async function receiptPdf({
  purchase,
  seller,
  memberId,
  vat,
  notes,
  lang,
}: ReceiptContent): Promise<Buffer> {
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
  sheet.amount(fill(t.vat, { percent: vat.percent }), money(vat.cents));
  sheet.amount(t.total, money(purchase.cents), true);
  sheet.notes(notes);
  sheet.sender(t);
  return sheet.end();
}

const methodOf = (method: Purchase['method'], t: { card: string; other: string }): string => {
  if (method === null) return t.other;
  return method === 'creditcard' ? t.card : methods[method];
};
