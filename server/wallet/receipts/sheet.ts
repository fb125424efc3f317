import PDFDocument from 'pdfkit';
import type { Locale } from '#contract/locales.ts';

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

/** A page that is written from top to bottom. */
export interface Sheet {
  /** Reads name and value as one phrase; on the page only a gap separates them. */
  row(name: string, value: string): void;
  /** The same below a line, with the value at the end of the line. */
  amount(name: string, value: string, isTotal?: boolean): void;
  notes(texts: readonly string[]): void;
  /** Name, address and numbers; `labels` are those of the numbers. */
  sender(labels: { readonly registration: string; readonly vatNumber: string }): void;
  end(): Promise<Buffer>;
}

/** Cents as text, with plain spaces: the page's font has no others. */
export function euroWords(lang: Locale, currency: string): (cents: number) => string {
  const euro = new Intl.NumberFormat(lang, { style: 'currency', currency });
  return (cents) => euro.format(cents / 100).replaceAll('\u00a0', ' ');
}

const MARGIN = 56;
const VALUE_AT = 220;
const INK = '#1c1a1e';
const SOFT = '#5c565f';
const LINE = '#c9c4cc';

/** One page, tagged for screen readers: a heading, then paragraphs of name and value. */
export function openSheet({
  title,
  seller,
  lang,
  at,
}: {
  title: string;
  seller: Seller;
  lang: Locale;
  at: Date;
}): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    lang,
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: title, Author: seller.name, CreationDate: at },
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  const say = (tag: 'H1' | 'P', draw: () => void): void => void root.add(doc.struct(tag, {}, draw));
  const sayPair = (name: string, value: string, draw: () => void): void =>
    void root.add(doc.struct('P', { actual: `${name}: ${value}` }, draw));
  say('P', () => doc.fillColor(INK).fontSize(14).font('Helvetica-Bold').text(seller.brand));
  say('H1', () => doc.moveDown(1).fontSize(22).text(title).moveDown(0.8));
  return {
    row: (name, value) => sayPair(name, value, () => writeRow(doc, name, value)),
    amount(name, value, isTotal = false) {
      drawLine(doc, isTotal);
      sayPair(name, value, () => writeAmount(doc, name, value, isTotal));
    },
    notes(texts) {
      doc.font('Helvetica').fontSize(10).fillColor(INK).moveDown(1.5);
      for (const text of texts) say('P', () => doc.text(text, MARGIN).moveDown(0.7));
    },
    sender: (labels) => say('P', () => writeSender(doc, { seller, lang, labels })),
    async end() {
      root.end();
      doc.end();
      const parts: Uint8Array[] = [];
      for await (const part of doc as AsyncIterable<Uint8Array>) parts.push(part);
      return Buffer.concat(parts);
    },
  };
}

interface Sender {
  seller: Seller;
  lang: Locale;
  labels: Parameters<Sheet['sender']>[0];
}

function writeSender(doc: PDFKit.PDFDocument, { seller, lang, labels }: Sender): void {
  const country = new Intl.DisplayNames(lang, { type: 'region' }).of(seller.country) ?? seller.country;
  const address = [seller.name, seller.street, `${seller.city}, ${country}`, seller.email];
  const numbers = [`${labels.registration} ${seller.registration}`, `${labels.vatNumber} ${seller.vat}`];
  doc
    .moveDown(1)
    .font('Helvetica')
    .fontSize(10)
    .text([...address, ...numbers].join('\n'), MARGIN);
}

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
