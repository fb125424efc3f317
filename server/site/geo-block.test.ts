import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { unknowableRegions } from './geo-block.ts';

it.each([
  [{}, ['US-TX']],
  [{ GEO_BLOCK: 'SE,US' }, []],
  [{ TRUSTED_PROXIES: '10.0.0.1', GEO_REGION_HEADER: 'x-region' }, []],
])("with %j the regions %j can't be detected", (environment, regions) => {
  expect(unknowableRegions(readConfig(environment as Record<string, string>))).toEqual(regions);
});
