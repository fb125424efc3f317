import { expect, it } from 'vitest';
import { placeName } from './place-name.ts';

it.each([
  ['Den Haag', 'nl', 'Den Haag'],
  ['Den Haag', 'en', 'The Hague'],
  ['Köln', 'nl', 'Keulen'],
  ['Köln', 'en', 'Cologne'],
  ['Utrecht', 'en', 'Utrecht'],
  ['', 'en', ''],
  ['constructor', 'en', 'constructor'],
] as const)('%s is called in %s %s', (place, locale, name) => {
  expect(placeName(place, locale)).toBe(name);
});
