/**
 * A whole number as it was typed: digits, with the thousands separators of the page's language where they belong
 * ("1.000" in Dutch, "1,000" in English). Without a locale digits only. Null for anything else: a number that could
 * be read in two ways is not guessed.
 */
export function parseWholeNumber(text: string, locale?: string): number | null {
  const typed = text.trim();
  const number = Number(typed.replace(/\D/g, ''));
  if (!Number.isSafeInteger(number)) return null;
  const isWhole = /^\d+$/.test(typed) || (locale !== undefined && typed === number.toLocaleString(locale));
  return isWhole ? number : null;
}
