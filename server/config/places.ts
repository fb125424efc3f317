import { iso31661, iso31662 } from 'iso-3166';
import { type GeoBlock, regionCode } from '#contract/safety/geo.ts';

/** Kosovo, which databases of locations name so, has no code of its own in ISO 3166. */
const KOSOVO = 'XK';
const countries: ReadonlySet<string> = new Set([...iso31661.map(({ alpha2 }) => alpha2), KOSOVO]);
const parents: ReadonlyMap<string, string> = new Map(iso31662.map(({ code, parent }) => [code, parent]));

/** Regions of the first level where the list names the second level as if it were the first. */
const firstLevels: Readonly<Record<string, readonly string[]>> = {
  BE: ['BE-BRU', 'BE-VLG', 'BE-WAL'],
  GB: ['GB-ENG', 'GB-NIR', 'GB-SCT', 'GB-WLS'],
};

/** The region of the first level (ISO 3166-2) that a listed one belongs to; null if that is not known. */
function firstLevelOf(code: string): string | null {
  const parent = parents.get(code);
  if (parent?.includes('-')) return firstLevelOf(parent);
  const country = code.slice(0, 2);
  return firstLevels[country]?.includes(code) === false ? null : code;
}

/** Whether a country (`DE`), or a region of the first level (`US-TX`), is listed in ISO 3166. */
export const isPlace = (code: string): boolean =>
  countries.has(code) || (parents.has(code) && firstLevelOf(code) === code);

/** A visitor's region of the first level, without the country; null if a listed one belongs to an unknown one. */
export function visitorRegion(country: string, text: string | undefined): string | null {
  const region = regionCode(text);
  if (region === null || !parents.has(`${country}-${region}`)) return region;
  return firstLevelOf(`${country}-${region}`)?.slice(3) ?? null;
}

/** The smallest place that contains a code: itself, its region of the first level or its country. Null if there is none. */
export function placeAround(code: string): string | null {
  const around = [code, parents.has(code) ? firstLevelOf(code) : null, code.slice(0, 2)];
  return around.find((one) => one !== null && isPlace(one)) ?? null;
}

export const isRegion = (code: string): boolean => code.includes('-');

interface LocationSources {
  readonly trustedProxies: readonly string[];
  readonly geo: { readonly hasRegions: boolean; readonly sendsRegions: boolean };
}

/** Whether a visitor's region can be known: from a proxy that sends it, or from a database that has regions. */
export const knowsRegions = ({ trustedProxies, geo }: LocationSources): boolean =>
  (trustedProxies.length > 0 && geo.sendsRegions) || geo.hasRegions;

export const codesOf = (block: GeoBlock): string[] =>
  [...block].flatMap(([country, inside]) =>
    inside.length === 0 ? [country] : inside.map((region) => `${country}-${region}`),
  );

/** Why the operator's own list cannot work, in a sentence; null if it can. */
export function blockMistake(block: GeoBlock, sources: LocationSources): string | null {
  const codes = codesOf(block);
  const [missing] = codes.filter((code) => !isPlace(code));
  if (missing !== undefined)
    return `GEO_BLOCK: ${missing} is no country, and no region of the first level, of ISO 3166`;
  const [region] = codes.filter(isRegion);
  if (region === undefined || knowsRegions(sources)) return null;
  return `GEO_BLOCK: ${region} is a region, and the database knows countries only. Block ${region.slice(0, 2)}, or set GEO_DATABASE to one with codes of regions, or TRUSTED_PROXIES and GEO_REGION_HEADER, the header in which your proxy sends the region`;
}
