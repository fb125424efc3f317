import type { IncomingMessage, ServerResponse } from 'node:http';
import { isBlocked } from '#contract/safety/geo.ts';
import type { Config } from '#server/config.ts';
import type { Deps } from '#server/deps.ts';
import { createPlaceReader } from '#server/http/place.ts';

/** What every answer of the site tells of where the visitor seems to be; the browser's second look reads them. */
const COUNTRY = 'x-country';
const REGION = 'x-region';

/** Says where the request comes from, and answers whether that place is not served. */
export type Gate = (request: IncomingMessage, response: ServerResponse) => boolean;

export function createGate({ config, geo }: Pick<Deps, 'config' | 'geo'>): Gate {
  const placeOf = createPlaceReader(config, geo);
  return (request, response) => {
    const place = placeOf(request.socket.remoteAddress, (name) => request.headers[name]?.toString());
    if (place.country !== null) response.setHeader(COUNTRY, place.country);
    if (place.region !== null) response.setHeader(REGION, place.region);
    return isBlocked(config.geo.block, place);
  };
}

/** Regions the operator names that nothing here can tell: no proxy says them, and the embedded database has none. */
export function untold({ geo, trustedProxies }: Pick<Config, 'geo' | 'trustedProxies'>): string[] {
  if (trustedProxies.length > 0 || geo.database !== null) return [];
  return [...geo.block].flatMap(([country, regions]) => regions.map((region) => `${country}-${region}`));
}
