import { expect, it } from 'vitest';
import { isBlocked } from '#contract/safety/geo.ts';
import { readConfig } from '#server/config/config.ts';
import type { GeoGateway } from '#server/ports/gateways.ts';
import { createClientIpReader } from './client-ip.ts';
import { createGeoLocationReader, unknowableRegions } from './geo-location.ts';

const database: GeoGateway = {
  locationOf: (ip) => ({ country: ip === '198.51.100.7' ? 'SE' : null, region: null }),
};
function read(environment: Record<string, string>, peer: string, headers: Record<string, string>) {
  const config = readConfig(environment);
  const header = (name: string) => headers[name];
  const clientIp = createClientIpReader(config.trustedProxies)(peer, header('x-forwarded-for'));
  return createGeoLocationReader(config, database)({ peer, clientIp, header });
}

const behindProxy = { TRUSTED_PROXIES: '10.0.0.0/8' };
const inTexas = { 'cf-ipcountry': 'US', 'cf-region-code': 'TX' };

it('P3.26 believes a trusted proxy', () => {
  expect(read(behindProxy, '10.0.0.1', inTexas)).toEqual({ country: 'US', region: 'TX' });
  expect(read(behindProxy, '::ffff:10.0.0.1', inTexas)).toEqual({ country: 'US', region: 'TX' });
});

it('ignores the headers of other peers', () => {
  expect(read(behindProxy, '203.0.113.1', inTexas)).toEqual({ country: null, region: null });
  expect(read({}, '127.0.0.1', inTexas)).toEqual({ country: null, region: null });
  expect(read(behindProxy, '198.51.100.7', { 'cf-ipcountry': 'NL' })).toEqual({
    country: 'SE',
    region: null,
  });
});

it('P3.26 looks up the visitor’s IP if the proxy sends no country or an unknown one', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.7' };
  expect(read(behindProxy, '10.0.0.1', forwarded).country).toBe('SE');
  expect(read(behindProxy, '10.0.0.1', { ...forwarded, 'cf-ipcountry': 'XX' }).country).toBe('SE');
});

it('reads the headers set by the operator', () => {
  const environment = {
    ...behindProxy,
    GEO_COUNTRY_HEADER: 'X-Geo-Country',
    GEO_REGION_HEADER: 'X-Geo-Region',
  };
  const headers = { 'x-geo-country': 'gb', 'x-geo-region': 'GB-SCT' };
  expect(read(environment, '10.0.0.1', headers)).toEqual({ country: 'GB', region: 'SCT' });
});

it.each(['::ffff:198.51.100.7', '198.51.100.7:1234', '[::ffff:c633:6407]:443', '"198.51.100.7"'])(
  'looks up the visitor if the proxy writes the IP as %s',
  (hop) => {
    expect(read(behindProxy, '10.0.0.1', { 'x-forwarded-for': hop }).country).toBe('SE');
  },
);

it.each(['198.51.100.7, unknown', 'unknown', '_hidden', '198.51.100'])(
  'blocks a visitor the proxy writes as %s, if any country is blocked',
  (hops) => {
    const place = read(behindProxy, '10.0.0.1', { 'x-forwarded-for': hops });
    expect(isBlocked(readConfig({}).geo.block, place)).toBe(true);
    // A country sent by the proxy takes precedence.
    const withCountry = read(behindProxy, '10.0.0.1', { 'x-forwarded-for': hops, 'cf-ipcountry': 'NL' });
    expect(isBlocked(readConfig({}).geo.block, withCountry)).toBe(false);
  },
);

it.each([
  ['TX, NY', true],
  ['Texas', true],
  ['', false],
  ['NY', false],
])('with the region header %j a visitor from the US is blocked: %s', (region, expected) => {
  const place = read(behindProxy, '10.0.0.1', { 'cf-ipcountry': 'US', 'cf-region-code': region });
  expect(isBlocked(readConfig({}).geo.block, place)).toBe(expected);
});

it('knows the region of the first level, and blocks by a region of the second whose first is unknown', () => {
  const from = (country: string, region: string) =>
    read(behindProxy, '10.0.0.1', { 'cf-ipcountry': country, 'cf-region-code': region });
  expect(from('ES', 'B')).toEqual({ country: 'ES', region: 'CT' });
  const london = from('GB', 'LND');
  expect(london).toEqual({ country: 'GB', region: null, unreadable: true });
  expect(isBlocked(new Map([['GB', ['SCT']]]), london)).toBe(true);
});

it.each([
  [{}, ['US-TX']],
  [{ GEO_BLOCK: 'SE,US' }, []],
  [{ TRUSTED_PROXIES: '10.0.0.1', GEO_REGION_HEADER: 'x-region' }, []],
])("with %j the regions %j can't be detected", (environment, regions) => {
  expect(unknowableRegions(readConfig(environment as Record<string, string>))).toEqual(regions);
});
