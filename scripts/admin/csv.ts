/** A line of RFC 4180. What a spreadsheet would take for a formula is shown as text. */
export const csvLine = (fields: readonly (string | number | null)[]): string =>
  fields.map(csvField).join(',');

function csvField(field: string | number | null): string {
  if (field === null) return '';
  if (typeof field === 'number') return String(field);
  const isFormula = /^[=+\-@\t\r]/.test(field) && !/^-?\d+(\.\d+)?$/.test(field);
  const text = isFormula ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
