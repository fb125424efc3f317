import PDFDocument from 'pdfkit';
import { TIME_ZONE } from '#contract/day.ts';
import type { Locale } from '#contract/locales.ts';
import type { Purchase } from '#contract/wallet/receipts-calls.ts';
import { fill } from '#server/content/content.ts';
import { documentTexts } from '#server/content/documents.ts';

/** The seller, from the brand. */
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

const MARGIN = 56;
const VALUE_AT = 220;
const INK = '#1c1a1e';
const SOFT = '#5c565f';
const LINE = '#c9c4cc';

/** One page, tagged for screen readers: a heading, then paragraphs of name and value. */
export async function receiptPdf({
  purchase,
  seller,
  memberId,
  vat,
  notes,
  lang,
}: ReceiptContent): Promise<Buffer> {
  const t = documentTexts.in(lang).receipt;
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
    [t.method, methodOf(purchase.method, t)],
    [t.what, fill(t.bundle, { credits: new Intl.NumberFormat(lang).format(purchase.credits) })],
  ];
  const amounts: readonly (readonly [string, string])[] = [
    [t.net, money(purchase.cents - vat.cents)],
    [fill(t.vat, { percent: vat.percent }), money(vat.cents)],
    [t.total, money(purchase.cents)],
  ];
  const root = doc.struct('Document');
  doc.addStructure(root);
  const say = (tag: 'H1' | 'P', draw: () => void): void => void root.add(doc.struct(tag, {}, draw));
  /** Reads name and value as one phrase; on the page only a gap separates them. */
  const sayPair = (name: string, value: string, draw: () => void): void =>
    void root.add(doc.struct('P', { actual: `${name}: ${value}` }, draw));
  say('P', () => doc.fillColor(INK).fontSize(14).font('Helvetica-Bold').text(seller.brand));
  say('H1', () => doc.moveDown(1).fontSize(22).text(title).moveDown(0.8));
  for (const [name, value] of rows) sayPair(name, value, () => writeRow(doc, name, value));
  for (const [name, value] of amounts) {
    const isTotal = name === t.total;
    drawLine(doc, isTotal);
    sayPair(name, value, () => writeAmount(doc, name, value, isTotal));
  }
  doc.font('Helvetica').fontSize(10).fillColor(INK).moveDown(1.5);
  for (const note of notes) say('P', () => doc.text(note, MARGIN).moveDown(0.7));
  const country = new Intl.DisplayNames(lang, { type: 'region' }).of(seller.country) ?? seller.country;
  const address = [seller.name, seller.street, `${seller.city}, ${country}`, seller.email];
  const numbers = [`${t.registration} ${seller.registration}`, `${t.vatNumber} ${seller.vat}`];
  say('P', () =>
    doc
      .moveDown(1)
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

const methodOf = (method: Purchase['method'], t: { card: string; other: string }): string => {
  if (method === null) return t.other;
  return method === 'creditcard' ? t.card : methods[method];
};

function writeRow(doc: PDFKit.PDFDocument, name: string, value: string): void {
  const top = doc.y;
  doc
    .fontSize(11)
    .font('Helvetica')
    .fillColor(SOFT)
    .text(name, MARGIN, top, { width: VALUE_AT - MARGIN });
  doc.fillColor(INK).text(value, VALUE_AT, top).moveDown(0.5);
}

/** A line across the page, marked as decoration and not read out. */
function drawLine(doc: PDFKit.PDFDocument, isTotal: boolean): void {
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(doc.page.width - MARGIN, doc.y)
    .lineWidth(isTotal ? 1 : 0.5);
  doc
    .strokeColor(isTotal ? INK : LINE)
    .stroke()
    .endMarkedContent();
}

/** Amounts are right-aligned at the end of the line. */
function writeAmount(doc: PDFKit.PDFDocument, name: string, value: string, isTotal: boolean): void {
  const top = doc.y + 7;
  const width = doc.page.width - 2 * MARGIN;
  doc.fontSize(isTotal ? 13 : 11).font(isTotal ? 'Helvetica-Bold' : 'Helvetica');
  doc.text(name, MARGIN, top).text(value, MARGIN, top, { width, align: 'right' }).moveDown(0.5);
}
