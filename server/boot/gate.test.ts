import { expect, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import { untold } from './gate.ts';

it.each([
  [{}, ['US-TX']],
  [{ GEO_BLOCK: 'SE,US' }, []],
  [{ GEO_BLOCK: 'US-TX,US-UT' }, ['US-TX', 'US-UT']],
  [{ TRUSTED_PROXIES: '10.0.0.1' }, []],
  [{ GEO_DATABASE: '/srv/city.mmdb' }, []],
])('with %j nothing tells the regions %j', (environment, regions) => {
  expect(untold(readConfig(environment as Record<string, string>))).toEqual(regions);
});
