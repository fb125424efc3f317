/**
 * Parses digits, with the locale's thousands separators where they belong ("1.000" in Dutch, "1,000" in English).
 * Without a locale only digits. Null for anything else.
 */
export function parseWholeNumber(text: string, locale?: string): number | null {
  const typed = text.trim();
  const number = Number(typed.replace(/\D/g, ''));
  if (!Number.isSafeInteger(number)) return null;
  const isWhole = /^\d+$/.test(typed) || (locale !== undefined && typed === number.toLocaleString(locale));
  return isWhole ? number : null;
}

/** The id in a text of a form or an address; 0 for any other text. */
export const idIn = (text: string | undefined): number =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
