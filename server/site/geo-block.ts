import type { GeoLocation } from '#contract/safety/geo.ts';
import type { Config } from '#server/config/config.ts';
import { codesOf, isRegion, knowsRegions } from '#server/config/places.ts';

export function locationHeaders({ country, region }: GeoLocation): [string, string][] {
  return [
    ...(country === null ? [] : [['x-country', country] as [string, string]]),
    ...(region === null ? [] : [['x-region', region] as [string, string]]),
  ];
}

/** Configured regions that can't be detected: no trusted proxy sends regions, and the database has none. */
export const unknowableRegions = (config: Pick<Config, 'geo' | 'trustedProxies'>): string[] =>
  knowsRegions(config) ? [] : codesOf(config.geo.block).filter(isRegion);
