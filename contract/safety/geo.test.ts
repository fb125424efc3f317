import { describe, expect, it } from 'vitest';
import { consentOf, needsConsent } from './consent.ts';
import { countryCode, DEFAULT_GEO_BLOCK, geoBlockSchema, isBlocked, regionCode } from './geo.ts';

const block = (text: string) => geoBlockSchema.parse(text);

describe('isBlocked', () => {
  it.each([
    ['SE', null, true],
    ['SE', 'AB', true],
    ['GB', 'SCT', true],
    ['US', 'TX', true],
    ['US', 'NY', false],
    ['US', null, false],
    ['NL', null, false],
    ['BE', 'TX', false],
    [null, null, false],
    [null, 'TX', false],
  ])('P6.8 P6.9 by default country %s with region %s: %s', (country, region, expected) => {
    expect(isBlocked(block(DEFAULT_GEO_BLOCK), { country, region })).toBe(expected);
  });
  it.each([
    ['an IP that cannot be read, wherever something is blocked', DEFAULT_GEO_BLOCK, null, true],
    ['a region that cannot be read, in a country with listed regions', DEFAULT_GEO_BLOCK, 'US', true],
    ['a region that cannot be read, in a country without', DEFAULT_GEO_BLOCK, 'NL', false],
    ['nothing, where nothing is blocked', 'none', null, false],
  ])('fails closed on %s', (_, list, country, expected) => {
    expect(isBlocked(block(list), { country, region: null, unreadable: true })).toBe(expected);
  });
  it('P6.9 blocks several regions of a country', () => {
    const some = block('US-TX,US-UT');
    expect(['TX', 'UT', 'NY'].map((region) => isBlocked(some, { country: 'US', region }))).toEqual([
      true,
      true,
      false,
    ]);
  });
  it.each(['US,US-TX', 'US-TX,US'])(
    'blocks the whole country if it is listed beside a region: %s',
    (text) => {
      expect(isBlocked(block(text), { country: 'US', region: 'NY' })).toBe(true);
    },
  );
  it('blocks no country with "none"', () => {
    expect(isBlocked(block('none'), { country: 'SE', region: null })).toBe(false);
  });
});

describe("the operator's list", () => {
  it('accepts lower case, spaces and UK', () => {
    expect([...block(' se, uk ,us-tx')]).toEqual([
      ['SE', []],
      ['GB', []],
      ['US', ['TX']],
    ]);
  });
  it.each(['', 'Sweden', 'SE,,GB', 'US-', 'US-TEXAS', 'XX'])('refuses "%s" and names the entry', (text) => {
    expect(geoBlockSchema.safeParse(text).error?.issues[0]?.message).toContain('is neither a country');
  });
});

it.each([
  ['se', 'SE'],
  [' UK ', 'GB'],
  ['XX', null],
  ['T1', null],
  ['', null],
  [undefined, null],
  ['SWE', null],
])('reads the country "%s" as %s', (text, expected) => {
  expect(countryCode(text)).toBe(expected);
});

it.each([
  ['TX', 'TX'],
  ['us-tx', 'TX'],
  ['SCT', 'SCT'],
  ['', null],
  ['Texas', null],
  [undefined, null],
])('reads the region "%s" as %s', (text, expected) => {
  expect(regionCode(text)).toBe(expected);
});

it.each([
  ['yes', 'yes'],
  ['no', 'no'],
  ['', null],
  ['1', null],
  [undefined, null],
])('reads the flag "%s" as %s', (value, expected) => {
  expect(consentOf(value)).toBe(expected);
});

it.each([
  [{ tagManagerId: null, fingerprint: false }, false],
  [{ tagManagerId: 'GTM-1', fingerprint: false }, true],
  [{ tagManagerId: null, fingerprint: true }, true],
])('with %j consent is needed: %s', (tracking, expected) => {
  expect(needsConsent(tracking)).toBe(expected);
});
