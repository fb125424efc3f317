import { z } from 'zod';

/** ISO 3166 codes, such as `NL`, or `US` and `TX`; null when unknown. */
export interface GeoLocation {
  readonly country: string | null;
  /** Without the country's code in front. */
  readonly region: string | null;
  /** A trusted proxy named IP or region in a way that cannot be read. */
  readonly unreadable?: true;
}

export const unknownLocation: GeoLocation = { country: null, region: null };
export const unreadableLocation: GeoLocation = { ...unknownLocation, unreadable: true };

/** Country → regions; an empty list means the whole country. */
export type GeoBlock = ReadonlyMap<string, readonly string[]>;

export const DEFAULT_GEO_BLOCK = 'SE,GB,US-TX';

/**
 * Visitors of unknown location are served, also when only the country of a listed region is known. Where a location
 * cannot be read it may be any: such visitors are not served where that could be a listed one.
 */
export function isBlocked(block: GeoBlock, { country, region, unreadable }: GeoLocation): boolean {
  if (country === null) return unreadable === true && block.size > 0;
  const regions = block.get(country);
  if (regions === undefined) return false;
  return regions.length === 0 || unreadable === true || (region !== null && regions.includes(region));
}

/** Any case, `UK` for `GB`; null for anything else. */
export function countryCode(text: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX' || code === 'ZZ') return null;
  return code === 'UK' ? 'GB' : code;
}

/** `TX` of `TX` or `US-TX`; null for anything else. */
export function regionCode(text: string | undefined): string | null {
  const code =
    text
      ?.trim()
      .toUpperCase()
      .replace(/^[A-Z]{2}-/, '') ?? '';
  return /^[A-Z0-9]{1,3}$/.test(code) ? code : null;
}

/** `SE,GB,US-TX`; `none` blocks nobody. */
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
    if (region === null) block.set(country, []);
    else if (known?.length !== 0) block.set(country, [...(known ?? []), region]);
  }
  return block;
});
