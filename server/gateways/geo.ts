import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BlockList, isIP } from 'node:net';
import { Reader } from 'mmdb-lib';
import { type GeoLocation, unknownLocation } from '#contract/safety/geo.ts';
import { locationIn } from '#server/config/geo.ts';
import type { GeoGateway } from '#server/ports/gateways.ts';

/** Public domain (CC0), from the registries' own records; countries only. */
const embedded = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

/** Loopback, private, link-local and multicast ranges have no country, whatever a database contains. */
const privateRanges = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  privateRanges.addSubnet(net, bits);
for (const [net, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  privateRanges.addSubnet(net, bits, 'ipv6');

/** Maximum entries of the lookup cache. */
const REMEMBERED = 10_000;

/** Reads an MMDB database into memory; null means the embedded one. Throws if the file is not such a database. */
export function openGeoDatabase(file: string | null): GeoGateway {
  const path = file ?? createRequire(import.meta.url).resolve(embedded);
  const reader = new Reader(readFileSync(path));
  const known = new Map<string, GeoLocation>();

  const lookUp = (ip: string): GeoLocation => {
    const version = isIP(ip);
    if (version === 0 || privateRanges.check(ip, version === 6 ? 'ipv6' : 'ipv4')) return unknownLocation;
    return locationIn(reader.get(ip));
  };
  return {
    locationOf(ip) {
      const remembered = known.get(ip);
      if (remembered) return remembered;
      if (known.size >= REMEMBERED) known.clear();
      const place = lookUp(ip);
      known.set(ip, place);
      return place;
    },
  };
}
