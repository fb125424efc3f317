import { z } from 'zod';

/** Where a visitor is, as far as it is known: ISO 3166 codes, `NL` and `US` + `TX`. */
export interface GeoLocation {
  readonly country: string | null;
  /** Of the country, without its code in front. */
  readonly region: string | null;
}

export const unknownLocation: GeoLocation = { country: null, region: null };

/** Countries that are not served, with their regions; an empty list stands for the whole country. */
export type GeoBlock = ReadonlyMap<string, readonly string[]>;

/** Sweden, the United Kingdom, and of the United States Texas. */
export const DEFAULT_GEO_BLOCK = 'SE,GB,US-TX';

/** A visitor whose place is not known is served, and so is one of whom only the country of a listed region is known. */
export function isBlocked(block: GeoBlock, { country, region }: GeoLocation): boolean {
  const regions = country === null ? undefined : block.get(country);
  if (regions === undefined) return false;
  return regions.length === 0 || (region !== null && regions.includes(region));
}

/** Codes as people and proxies write them: any case, `UK` for `GB`; null for what names no country. */
export function countryCode(text: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  // XX and ZZ stand for unknown.
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX' || code === 'ZZ') return null;
  return code === 'UK' ? 'GB' : code;
}

/** `TX` of `TX` and of `US-TX`; null for what names no region. */
export function regionCode(text: string | undefined): string | null {
  const code =
    text
      ?.trim()
      .toUpperCase()
      .replace(/^[A-Z]{2}-/, '') ?? '';
  return /^[A-Z0-9]{1,3}$/.test(code) ? code : null;
}

/** `SE,GB,US-TX`: countries, or regions of one. `none` blocks nobody. */
export const geoBlockSchema = z.string().transform((text, context): GeoBlock => {
  const block = new Map<string, readonly string[]>();
  if (text.trim().toLowerCase() === 'none') return block;
  for (const entry of text.split(',').map((one) => one.trim())) {
    const [first, ...rest] = entry.split('-');
    const country = countryCode(first);
    const region = regionCode(rest.join('-'));
    if (country === null || (rest.length > 0 && region === null)) {
      context.addIssue({
        code: 'custom',
        message: `"${entry}" is no country (SE) and no region of one (US-TX)`,
      });
      continue;
    }
    const known = block.get(country);
    // The whole country covers each region of it.
    if (region === null) block.set(country, []);
    else if (known?.length !== 0) block.set(country, [...(known ?? []), region]);
  }
  return block;
});
