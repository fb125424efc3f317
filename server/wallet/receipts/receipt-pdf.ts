import PDFDocument from 'pdfkit';
import { TIME_ZONE } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import type { Purchase } from '#contract/wallet/receipts-calls.ts';

/** Who sells: from the brand. */
export interface Seller {
  readonly brand: string;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly country: string;
  readonly registration: string;
  readonly vat: string;
  readonly email: string;
}

export interface ReceiptContent {
  purchase: Purchase;
  seller: Seller;
  /** Number of the buyer. */
  memberId: number;
  /** Percent, and cents of the price. */
  vat: { percent: number; cents: number };
  lang: Locale;
}

const texts = {
  nl: {
    title: 'Bon',
    number: 'Bonnummer',
    date: 'Datum',
    buyer: 'Klantnummer',
    method: 'Betaald met',
    what: 'Omschrijving',
    bundle: (credits: string) => `Pakket van ${credits} credits`,
    net: 'Bedrag zonder btw',
    vat: (percent: number) => `Btw ${percent}%`,
    total: 'Betaald',
    registration: 'KvK',
    vatNumber: 'Btw-nummer',
    other: 'Andere betaalwijze',
  },
  en: {
    title: 'Receipt',
    number: 'Receipt number',
    date: 'Date',
    buyer: 'Customer number',
    method: 'Paid by',
    what: 'Description',
    bundle: (credits: string) => `Package of ${credits} credits`,
    net: 'Amount without VAT',
    vat: (percent: number) => `VAT ${percent}%`,
    total: 'Paid',
    registration: 'Chamber of Commerce',
    vatNumber: 'VAT number',
    other: 'Another way to pay',
  },
} as const;

const methods = {
  creditcard: 'Creditcard',
  ideal: 'iDEAL',
  mistercash: 'Bancontact',
  sofortbanking: 'Sofort',
  paysafecard: 'paysafecard',
} as const;

const MARGIN = 56;
const VALUE_AT = 220;

/** One page with a structure that screen readers follow: a heading, then paragraphs of name and value. */
export async function receiptPdf({ purchase, seller, memberId, vat, lang }: ReceiptContent): Promise<Buffer> {
  const t = texts[lang];
  const euro = new Intl.NumberFormat(lang, { style: 'currency', currency: purchase.currency });
  const money = (cents: number): string => euro.format(cents / 100).replaceAll('\u00a0', ' ');
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: TIME_ZONE });
  const title = `${t.title} ${purchase.receipt}`;
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: seller.name, CreationDate: new Date(purchase.boughtAt) },
  });
  const rows: readonly (readonly [string, string])[] = [
    [t.number, purchase.receipt],
    [t.date, date.format(new Date(purchase.boughtAt))],
    [t.buyer, String(memberId)],
    [t.method, purchase.method ? methods[purchase.method] : t.other],
    [t.what, t.bundle(new Intl.NumberFormat(lang).format(purchase.credits))],
    [t.net, money(purchase.cents - vat.cents)],
    [t.vat(vat.percent), money(vat.cents)],
    [t.total, money(purchase.cents)],
  ];
  const root = doc.struct('Document');
  doc.addStructure(root);
  const say = (tag: 'H1' | 'P', draw: () => void): void => void root.add(doc.struct(tag, {}, draw));
  say('P', () => doc.fontSize(14).font('Helvetica-Bold').text(seller.brand));
  say('H1', () => doc.moveDown(1).fontSize(22).text(title).moveDown(0.8));
  for (const [name, value] of rows) say('P', () => writeRow(doc, name, value, name === t.total));
  const address = [seller.name, seller.street, `${seller.city}, ${seller.country}`, seller.email];
  const numbers = [`${t.registration} ${seller.registration}`, `${t.vatNumber} ${seller.vat}`];
  say('P', () =>
    doc
      .moveDown(2)
      .font('Helvetica')
      .fontSize(10)
      .text([...address, ...numbers].join('\n'), MARGIN),
  );
  root.end();
  doc.end();
  const parts: Uint8Array[] = [];
  for await (const part of doc as AsyncIterable<Uint8Array>) parts.push(part);
  return Buffer.concat(parts);
}

function writeRow(doc: PDFKit.PDFDocument, name: string, value: string, isTotal: boolean): void {
  const top = doc.y;
  doc.fontSize(11).font(isTotal ? 'Helvetica-Bold' : 'Helvetica');
  doc.text(name, MARGIN, top, { width: VALUE_AT - MARGIN });
  doc.text(value, VALUE_AT, top).moveDown(0.5);
}
