import { expect, it } from 'vitest';
import { longMoment } from '../day.ts';
import { placeOf } from './login-place.ts';

it.each([
  [{ device: 'Firefox · Linux', country: 'NL' }, 'nl', 'Firefox · Linux, Nederland'],
  [{ device: 'Firefox · Linux', country: 'DE' }, 'en', 'Firefox · Linux, Germany'],
  [{ device: null, country: 'BE' }, 'nl', 'België'],
  [{ device: 'Safari · iOS', country: null }, 'en', 'Safari · iOS'],
  [{ device: null, country: null }, 'nl', null],
] as const)('%j in %s reads %s', (place, locale, said) => {
  expect(placeOf(place, locale)).toBe(said);
});

it('a moment is told in the time of the country the site is from', () => {
  expect(longMoment(new Date('2026-11-20T12:05:00.000Z'), 'nl')).toBe('20 november 2026 om 13:05');
  expect(longMoment(new Date('2026-07-20T12:05:00.000Z'), 'en')).toContain('2:05');
});
