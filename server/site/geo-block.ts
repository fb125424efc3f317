import type { GeoLocation } from '#contract/safety/geo.ts';
import type { Config } from '#server/config/config.ts';

export function locationHeaders({ country, region }: GeoLocation): [string, string][] {
  return [
    ...(country === null ? [] : [['x-country', country] as [string, string]]),
    ...(region === null ? [] : [['x-region', region] as [string, string]]),
  ];
}

/** Configured regions that can't be detected: no trusted proxy sends regions, and the embedded database has none. */
export function unknowableRegions({ geo, trustedProxies }: Pick<Config, 'geo' | 'trustedProxies'>): string[] {
  if (trustedProxies.length > 0 || geo.database !== null) return [];
  return [...geo.block].flatMap(([country, regions]) => regions.map((region) => `${country}-${region}`));
}
