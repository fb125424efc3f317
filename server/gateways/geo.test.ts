import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unknownLocation } from '#contract/safety/geo.ts';
import { mmdbOf } from '#server/config/testing.ts';
import { openGeoDatabase } from './geo.ts';

const geo = openGeoDatabase(null);

// Networks that have belonged to universities and carriers of a single country for decades.
it.each([
  ['130.237.1.1', 'SE'],
  ['2001:6b0::1', 'SE'],
  ['131.111.8.46', 'GB'],
  ['145.94.1.1', 'NL'],
  ['2001:610::1', 'NL'],
  ['18.9.22.69', 'US'],
])('P7.41 the embedded database places %s in %s', (ip, country) => {
  expect(geo.locationOf(ip)).toEqual({ country, region: null });
  expect(geo.locationOf(ip), 'asked again').toEqual({ country, region: null });
});

it.each([
  '127.0.0.1',
  '::1',
  '10.1.2.3',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  'fd00::1',
  'fe80::1',
  'unknown',
  '',
  '999.1.1.1',
])('returns an unknown location for %s', (ip) => {
  expect(geo.locationOf(ip)).toEqual(unknownLocation);
});

it("fails at the start if the operator's file is missing", () => {
  expect(() => openGeoDatabase('/nowhere/city.mmdb')).toThrow('ENOENT');
});

it.each([
  ['Texas', 'US', ['TX'], 'TX'],
  ['London, below England', 'GB', ['ENG', 'LND'], 'ENG'],
  ['London, listed before England', 'GB', ['LND', 'ENG'], 'ENG'],
  ['London alone', 'GB', ['LND'], null],
  ['Barcelona alone', 'ES', ['B'], 'CT'],
  ['a code that ISO 3166 does not list', 'NO', ['77'], '77'],
])('knows the region of the first level of %s', async (_, country, codes, region) => {
  const folder = await mkdtemp(join(tmpdir(), 'vonk-geo-'));
  const file = join(folder, 'city.mmdb');
  const record = { country: { iso_code: country }, subdivisions: codes.map((iso_code) => ({ iso_code })) };
  await writeFile(file, mmdbOf('GeoLite2-City', record, record));
  expect(openGeoDatabase(file).locationOf('18.9.22.69')).toEqual({ country, region });
  await rm(folder, { recursive: true });
});
