/** Reads a key that comes from outside. Ignores inherited properties such as `constructor`. */
export const own = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/**
 * Anything but spaces, control and formatting characters, and fillers without a shape (Unicode:
 * Default_Ignorable_Code_Point; U+2800, U+FFFC and similar letters and symbols).
 */
const visible =
  /[^\s\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u;

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => !visible.test(text);

/** Trimmed; empty if nothing of it can be seen. */
export const trimBlank = (text: string): string => (isBlank(text) ? '' : text.trim());

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
