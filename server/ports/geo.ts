import type { GeoLocation } from '#contract/safety/geo.ts';

/** Knows where an ip is; the second source, where no trusted proxy says it. */
export interface GeoGateway {
  /** Nowhere for an ip that belongs to nobody (loopback, private), is none, or is not listed. */
  locationOf(ip: string): GeoLocation;
}
