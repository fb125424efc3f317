const isoOf: Readonly<Record<string, string>> = { nl: 'nl-NL', en: 'en-GB' };

export function euro(amount: number, locale: string): string {
  return new Intl.NumberFormat(isoOf[locale] ?? locale, { style: 'currency', currency: 'EUR' }).format(
    amount,
  );
}

/** `count` selects the plural form. */
export function creditsIn(credits: number, locale: string): { count: number; amount: string } {
  return { count: credits, amount: credits.toLocaleString(locale) };
}
