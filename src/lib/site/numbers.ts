const written = new Map<string, Intl.NumberFormat>();

function formatOf(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  const format = written.get(key) ?? make();
  written.set(key, format);
  return format;
}

/** `1250` → `1.250` in Dutch, `1,250` in English. Numbers in texts are formatted with it automatically. */
export const formatNumber = (value: number, locale: string): string =>
  formatOf(locale, () => new Intl.NumberFormat(locale)).format(value);

/** Euro, not cents. */
export const formatEuro = (amount: number, locale: string): string =>
  formatOf(
    `${locale} EUR`,
    () => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }),
  ).format(amount);

/** The values of a text, with numbers formatted in the page's language. */
export function writeNumbers(
  values: Readonly<Record<string, string | number>>,
  locale: string,
): Record<string, string> {
  const entries = Object.entries(values);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'number' ? formatNumber(value, locale) : value]),
  );
}

/** `200` → `00:03:20`. */
export function clockOf(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** Without hours below an hour: `200` → `03:20`. */
export const shortClockOf = (seconds: number): string => clockOf(seconds).replace(/^00:/, '');
