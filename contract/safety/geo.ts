import * as z from 'zod/mini';

/** ISO 3166 codes, such as `NL`, or `US` and `TX`; null when unknown. */
export interface GeoLocation {
  readonly country: string | null;
  /** Without the country prefix. */
  readonly region: string | null;
  /** A trusted proxy sent an unreadable IP or region. */
  readonly unreadable?: true;
}

export const unknownLocation: GeoLocation = { country: null, region: null };
export const unreadableLocation: GeoLocation = { ...unknownLocation, unreadable: true };

/** Country → regions; an empty list means the whole country. */
export type GeoBlock = ReadonlyMap<string, readonly string[]>;

export const DEFAULT_GEO_BLOCK = 'SE,GB,US-TX';

/**
 * A visitor of unknown location is served, also if only the country of a listed region is known. An unreadable location
 * is blocked if it could be a listed one.
 */
export function isBlocked(block: GeoBlock, { country, region, unreadable }: GeoLocation): boolean {
  if (country === null) return unreadable === true && block.size > 0;
  const regions = block.get(country);
  if (regions === undefined) return false;
  return regions.length === 0 || unreadable === true || (region !== null && regions.includes(region));
}

/** Accepts any case, and `UK` for `GB`; null for anything else. */
export function countryCode(text: string | undefined): string | null {
  const code = text?.trim().toUpperCase() ?? '';
  if (!/^[A-Z]{2}$/.test(code) || code === 'XX' || code === 'ZZ') return null;
  return code === 'UK' ? 'GB' : code;
}

/** `TX` from `TX` or `US-TX`; null for anything else. */
export function regionCode(text: string | undefined): string | null {
  const code =
    text
      ?.trim()
      .toUpperCase()
      .replace(/^[A-Z]{2}-/, '') ?? '';
  return /^[A-Z0-9]{1,3}$/.test(code) ? code : null;
}

/** `SE,GB,US-TX`; `none` blocks no country. */
export const geoBlockSchema = z.pipe(
  z.string(),
  z.transform((text, context): GeoBlock => {
    const block = new Map<string, readonly string[]>();
    if (text.trim().toLowerCase() === 'none') return block;
    for (const entry of text.split(',').map((one) => one.trim())) {
      const [first, ...rest] = entry.split('-');
      const country = countryCode(first);
      const region = regionCode(rest.join('-'));
      if (country === null || (rest.length > 0 && region === null)) {
        context.issues.push({
          code: 'custom',
          input: text,
          message: `"${entry}" is neither a country (SE) nor a region (US-TX)`,
        });
        continue;
      }
      const known = block.get(country);
      if (region === null) block.set(country, []);
      else if (known?.length !== 0) block.set(country, [...(known ?? []), region]);
    }
    return block;
  }),
);
