import { countryCode, type Place, regionCode } from '#contract/safety/geo.ts';
import type { Config } from '#server/config.ts';
import type { GeoGateway } from '#server/gateways/geo/gateway.ts';
import { createAddressReader, createTrust } from './address.ts';

/** One header of the request, several of its name joined by commas. */
export type ReadHeader = (name: string) => string | undefined;

export type PlaceReader = (peer: string | undefined, header: ReadHeader) => Place;

/** Where a request comes from: what a trusted proxy says, else what the database knows of the visitor's address. */
export function createPlaceReader(
  config: Pick<Config, 'trustedProxies' | 'geo'>,
  geo: GeoGateway,
): PlaceReader {
  const { countryHeader, regionHeader } = config.geo;
  const isTrusted = createTrust(config.trustedProxies);
  const addressOf = createAddressReader(config.trustedProxies);
  return (peer, header) => {
    if (isTrusted(peer)) {
      const country = countryCode(header(countryHeader));
      if (country !== null) return { country, region: regionCode(header(regionHeader)) };
    }
    return geo.placeOf(addressOf(peer, header('x-forwarded-for')));
  };
}
