import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import type { GeoGateway } from '#server/ports/geo.ts';
import { createClientIpReader } from './client-ip.ts';
import { createGeoLocationReader } from './geo-location.ts';

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

it('believes a trusted proxy', () => {
  expect(read(behindProxy, '10.0.0.1', inTexas)).toEqual({ country: 'US', region: 'TX' });
  expect(read(behindProxy, '::ffff:10.0.0.1', inTexas)).toEqual({ country: 'US', region: 'TX' });
});

it('believes nobody else, whatever their headers say', () => {
  expect(read(behindProxy, '203.0.113.1', inTexas)).toEqual({ country: null, region: null });
  expect(read({}, '127.0.0.1', inTexas)).toEqual({ country: null, region: null });
  expect(read(behindProxy, '198.51.100.7', { 'cf-ipcountry': 'NL' })).toEqual({
    country: 'SE',
    region: null,
  });
});

it('asks the database about the visitor behind a proxy that says nothing or does not know', () => {
  const forwarded = { 'x-forwarded-for': '198.51.100.7' };
  expect(read(behindProxy, '10.0.0.1', forwarded).country).toBe('SE');
  expect(read(behindProxy, '10.0.0.1', { ...forwarded, 'cf-ipcountry': 'XX' }).country).toBe('SE');
});

it('reads the headers the operator names', () => {
  const environment = {
    ...behindProxy,
    GEO_COUNTRY_HEADER: 'X-Geo-Country',
    GEO_REGION_HEADER: 'X-Geo-Region',
  };
  const headers = { 'x-geo-country': 'gb', 'x-geo-region': 'GB-SCT' };
  expect(read(environment, '10.0.0.1', headers)).toEqual({ country: 'GB', region: 'SCT' });
});
