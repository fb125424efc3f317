import { isoCodes, type Locale } from '../locales.ts';

/** "Firefox · Linux, Nederland"; null when nothing is known. */
export function placeOf(
  { device, country }: { readonly device: string | null; readonly country: string | null },
  locale: Locale,
): string | null {
  const land = country && new Intl.DisplayNames(isoCodes[locale], { type: 'region' }).of(country);
  const parts = [device, land].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(', ') : null;
}
