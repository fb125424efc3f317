import { countryCode, type GeoLocation, unreadableLocation } from '#contract/safety/geo.ts';
import type { Config } from '#server/config/config.ts';
import { codesOf, isRegion, knowsRegions, visitorRegion } from '#server/config/geo.ts';
import type { GeoGateway } from '#server/ports/gateways.ts';
import { createTrust, UNREADABLE } from './client-ip.ts';

/** Value of a header; several of the same name are joined by commas. */
export type ReadHeader = (name: string) => string | undefined;

interface Client {
  /** IP of the peer: the client's or a proxy's. */
  readonly peer: string | undefined;
  readonly clientIp: string;
  readonly header: ReadHeader;
}

type GeoLocationReader = (client: Client) => GeoLocation;

/** From a trusted proxy's headers, else from the database by client IP. */
export function createGeoLocationReader(
  config: Pick<Config, 'trustedProxies' | 'geo'>,
  geo: GeoGateway,
): GeoLocationReader {
  const { countryHeader, regionHeader } = config.geo;
  const isTrusted = createTrust(config.trustedProxies);
  return ({ peer, clientIp, header }) => {
    if (isTrusted(peer)) {
      const country = countryCode(header(countryHeader));
      if (country !== null) return { country, ...regionIn(country, header(regionHeader)) };
    }
    return clientIp === UNREADABLE ? unreadableLocation : geo.locationOf(clientIp);
  };
}

/** A missing or empty header is unknown; anything else that tells no region of the first level is unreadable. */
function regionIn(country: string, text: string | undefined): Pick<GeoLocation, 'region' | 'unreadable'> {
  const region = visitorRegion(country, text);
  return region === null && text?.trim() ? { region, unreadable: true } : { region };
}

export function locationHeaders({ country, region }: GeoLocation): [string, string][] {
  return [
    ...(country === null ? [] : [['x-country', country] as [string, string]]),
    ...(region === null ? [] : [['x-region', region] as [string, string]]),
  ];
}

/** Configured regions that can't be detected: no trusted proxy sends regions, and the database has none. */
export const unknowableRegions = (config: Pick<Config, 'geo' | 'trustedProxies'>): string[] =>
  knowsRegions(config) ? [] : codesOf(config.geo.block).filter(isRegion);
