import type { GeoLocation } from '#contract/safety/geo.ts';

/** Knows where an address is; the second source, where no trusted proxy says it. */
export interface GeoGateway {
  /** Nowhere for an address that belongs to nobody (loopback, private), is none, or is not listed. */
  locationOf(address: string): GeoLocation;
}
