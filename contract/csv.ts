type Field = string | number | null;

/**
 * What a spreadsheet would take for a formula. A plain decimal number, below zero too, is none: an amount that is written out
 * stays one.
 */
const isFormula = (text: string): boolean => /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);

/** A record of RFC 4180, without its end. What a spreadsheet would take for a formula is shown as text. */
export const csvRow = (fields: readonly Field[]): string => fields.map(csvField).join(',');

/** The same with its end, as a file has it. */
export const csvLine = (fields: readonly Field[]): string => `${csvRow(fields)}\r\n`;

function csvField(field: Field): string {
  if (field === null) return '';
  if (typeof field === 'number') return String(field);
  const text = isFormula(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
