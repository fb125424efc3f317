import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'mmdb-lib';
import { z } from 'zod';
import { countryCode, type GeoLocation, unknownLocation } from '#contract/safety/geo.ts';
import { visitorRegion } from './places.ts';

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
