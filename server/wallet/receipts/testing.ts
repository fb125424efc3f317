import { inflateSync } from 'node:zlib';

export const withoutBlanks = (text: string): string => text.replace(/\s/g, '');

/** The visible text of a PDF without spaces, since lines break anywhere. */
export function textOfPdf(pdf: Buffer): string {
  let text = '';
  const raw = pdf.toString('latin1');
  for (const { index, 0: start } of raw.matchAll(/stream\n(?=x)/g)) {
    const from = index + start.length;
    const page = inflateSync(pdf.subarray(from, raw.indexOf('endstream', from))).toString('latin1');
    for (const [hex = ''] of page.matchAll(/(?<=<)[0-9a-f]+(?=>)/g))
      text += Buffer.from(hex, 'hex').toString('latin1');
  }
  return withoutBlanks(text);
}
