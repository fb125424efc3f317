const isoOf: Readonly<Record<string, string>> = { nl: 'nl-NL', en: 'en-GB' };

/** An amount of euro as the language writes it. */
export function euro(amount: number, locale: string): string {
  return new Intl.NumberFormat(isoOf[locale] ?? locale, { style: 'currency', currency: 'EUR' }).format(
    amount,
  );
}

/** Credits as a message wants them: the number that decides its form, and how it is written. */
export function creditsIn(credits: number, locale: string): { count: number; amount: string } {
  return { count: credits, amount: credits.toLocaleString(locale) };
}
