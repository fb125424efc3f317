import { inEachLocale } from '../locales.ts';

type Field = string | number | null;

/** How spreadsheets in a language read a file: the field separator and the decimal sign. */
export interface CsvDialect {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}

/** RFC 4180. */
const plain: CsvDialect = { separator: ',', decimal: '.' };

const withComma: CsvDialect = { separator: ';', decimal: ',' };

/** With a decimal comma Excel reads `a,b` as one cell and `9.95` as a text or a date. */
export const csvDialects = inEachLocale((locale) =>
  (0.5).toLocaleString(locale).includes(',') ? withComma : plain,
);

/** Whole cents as an amount with two decimals: `-50` is `-0.50`. */
export function csvAmount(cents: number, { decimal }: CsvDialect = plain): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
}

const negative = { '.': /^-\d+(\.\d+)?$/, ',': /^-\d+(,\d+)?$/ } as const;

/**
 * Whether a spreadsheet would read a text as a formula, also after blanks and by full-width or small signs. A plain
 * decimal number is not a formula, so that amounts stay numbers.
 */
const isFormula = (text: string, { decimal }: CsvDialect): boolean =>
  (/^[\t\r\n]/.test(text) || /^[\s\p{Cf}]*[=+\-@\u2212]/u.test(text.normalize('NFKC'))) &&
  !negative[decimal].test(text);

/** A record without its line end. Formulas are escaped as text. */
export const csvRow = (fields: readonly Field[], dialect = plain): string =>
  fields.map((field) => csvField(field, dialect)).join(dialect.separator);

/** A record with its line end. */
export const csvLine = (fields: readonly Field[], dialect = plain): string =>
  `${csvRow(fields, dialect)}\r\n`;

function csvField(field: Field, dialect: CsvDialect): string {
  if (field === null) return '';
  if (typeof field === 'number') return String(field);
  const text = isFormula(field, dialect) ? `'${field}` : field;
  return text.includes(dialect.separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
