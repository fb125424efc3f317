import type { GeoLocation } from '#contract/safety/geo.ts';

export interface GeoGateway {
  /** Unknown for private, malformed or unlisted IPs. */
  locationOf(ip: string): GeoLocation;
}
