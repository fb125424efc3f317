import type { GeoLocation } from '#contract/safety/geo.ts';

export interface GeoGateway {
  /** Unknown for IPs that are private, malformed or not listed. */
  locationOf(ip: string): GeoLocation;
}
