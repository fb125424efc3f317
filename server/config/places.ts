import { iso31661, iso31662 } from 'iso-3166';
import type { GeoBlock } from '#contract/safety/geo.ts';

/** Kosovo, which databases of locations name so, has no code of its own in ISO 3166. */
const KOSOVO = 'XK';
const countries: ReadonlySet<string> = new Set([...iso31661.map(({ alpha2 }) => alpha2), KOSOVO]);
const regions: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code));

/** Whether a country (`DE`) or region (`US-TX`) is listed in ISO 3166. */
export const isPlace = (code: string): boolean => countries.has(code) || regions.has(code);

export const isRegion = (code: string): boolean => code.includes('-');

interface LocationSources {
  readonly trustedProxies: readonly string[];
  readonly geo: { readonly database: string | null; readonly sendsRegions: boolean };
}

/** Whether a visitor's region can be known: from a proxy that sends it, or from a database of the operator. */
export const knowsRegions = ({ trustedProxies, geo }: LocationSources): boolean =>
  (trustedProxies.length > 0 && geo.sendsRegions) || geo.database !== null;

export const codesOf = (block: GeoBlock): string[] =>
  [...block].flatMap(([country, inside]) =>
    inside.length === 0 ? [country] : inside.map((region) => `${country}-${region}`),
  );

/** Why the operator's own list cannot work, in a sentence; null if it can. */
export function blockMistake(block: GeoBlock, sources: LocationSources): string | null {
  const codes = codesOf(block);
  const [missing] = codes.filter((code) => !isPlace(code));
  if (missing !== undefined) return `GEO_BLOCK: ${missing} is no country or region of ISO 3166`;
  const [region] = codes.filter(isRegion);
  if (region === undefined || knowsRegions(sources)) return null;
  return `GEO_BLOCK: ${region} is a region, and the embedded database knows countries only. Block ${region.slice(0, 2)}, or set GEO_DATABASE, or TRUSTED_PROXIES and GEO_REGION_HEADER, the header in which your proxy sends the region`;
}
