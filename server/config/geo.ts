import { readFileSync } from 'node:fs';
import { iso31661, iso31662 } from 'iso-3166';
import { Reader, type Response } from 'mmdb-lib';
import { z } from 'zod';
import {
  countryCode,
  type GeoBlock,
  type GeoLocation,
  regionCode,
  unknownLocation,
} from '#contract/safety/geo.ts';

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

/** A record of the embedded database, or of one by MaxMind or DB-IP, whose regions come from the largest to the smallest. */
const recordSchema = z.union([
  z
    .object({ country_code: z.string() })
    .transform(({ country_code }) => ({ country: country_code, regions: [] })),
  z
    .object({
      country: z.object({ iso_code: z.string() }),
      subdivisions: z.array(z.object({ iso_code: z.string().optional() })).optional(),
    })
    .transform(({ country, subdivisions }) => ({
      country: country.iso_code,
      regions: subdivisions?.map(({ iso_code }) => iso_code) ?? [],
    })),
]);

/** Country and region of the first level in a record. */
export function locationIn(record: unknown): GeoLocation {
  const found = recordSchema.safeParse(record).data;
  const country = countryCode(found?.country);
  if (!found || country === null) return unknownLocation;
  const regions = found.regions.map((code) => visitorRegion(country, code));
  return { country, region: regions.find((region) => region !== null) ?? null };
}

/** Networks in which a database with codes of regions has one at least: one for cities has it in the first few. */
const NETWORKS = 20_000;

/** Whether a database has codes of regions; some have their names only. Throws if the file is not such a database. */
export function hasRegions(file: string): boolean {
  const reader = new Reader<Response>(readFileSync(file));
  for (let network = 0, ip = 0; network < NETWORKS && ip < 2 ** 32; network += 1) {
    const [record, bits] = reader.getWithPrefixLength(ipOf(ip));
    if (record && locationIn(record).region !== null) return true;
    ip += 2 ** (32 - Math.min(32, bits));
  }
  return false;
}

const ipOf = (number: number): string =>
  [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.');
