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
