import { expect, test } from 'vitest';
import { unknownLocation, unreadableLocation } from './geo.ts';
import {
  isHiddenAt,
  mayBeHiddenIn,
  placeAmong,
  placeKey,
  placesIn,
  wholeCountries,
} from './hidden-places.ts';

test.each([
  [' de, us-tx uk', ['DE', 'GB', 'US-TX']],
  ['DE;de', ['DE']],
  ['', []],
  ['Germany', null],
  ['DE, XX', null],
])('%j is read as %j', (text, places) => {
  expect(placesIn(text)).toEqual(places);
});

test('offers whole countries instead of regions', () => {
  expect(wholeCountries('us-tx, de us-ny')).toBe('DE, US');
  expect(wholeCountries('Germany')).toBe('Germany');
});

const at = (country: string, region: string | null = null) => ({ country, region });

test.each([
  [['DE'], at('DE'), true],
  [['DE'], at('DE', 'BY'), true],
  [['DE'], at('NL'), false],
  [['US-TX'], at('US', 'TX'), true],
  [['US-TX'], at('US', 'CA'), false],
  [['US-TX'], at('US'), false],
  [['DE'], unknownLocation, false],
  [['DE'], unreadableLocation, true],
  [[], unreadableLocation, false],
])('a performer who hides in %j is hidden at %j: %s', (places, location, expected) => {
  expect(isHiddenAt(places, location)).toBe(expected);
});

test.each([
  [[], at('DE'), ''],
  [['DE'], at('NL'), ''],
  [['DE'], at('DE', 'BY'), 'DE'],
  [['US-TX'], at('US', 'TX'), 'US-TX'],
  [['US-TX'], at('US', 'CA'), ''],
  [['US', 'US-TX'], at('US', 'TX'), 'US-TX'],
  [['DE'], unreadableLocation, '?'],
])('with %j hidden, pages for %j are shared as "%s"', (hidden, location, key) => {
  expect(placeKey(placeAmong(new Set(hidden), location))).toBe(key);
});

test.each([
  [['DE'], 'DE', true],
  [['US-TX'], 'US', true],
  [['US-TX'], 'UG', false],
  [[], 'DE', false],
])('a performer who hides in %j may be hidden from somebody in %s: %s', (places, country, expected) => {
  expect(mayBeHiddenIn(places, country)).toBe(expected);
});
