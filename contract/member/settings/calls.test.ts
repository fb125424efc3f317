import { expect, it, test } from 'vitest';
import { longMoment } from '../../day.ts';
import { isRepeatOf, refuseNewEmail } from './email-calls.ts';
import { placeOf } from './security-calls.ts';

test.each([
  ['', 'required'],
  ['anna', 'invalid'],
  ['anna@example', 'invalid'],
  ['Anna@Example.com ', 'same'],
  ['anna.new@example.com', null],
])('P5.24 %j as the new address of anna@example.com: %s', (email, refused) => {
  expect(refuseNewEmail(email, 'anna@example.com')).toBe(refused);
});

test('P5.24 ignores case and spaces in the repeated address', () => {
  expect(isRepeatOf(' ANNA@example.com', 'anna@example.com')).toBe(true);
  expect(isRepeatOf('anne@example.com', 'anna@example.com')).toBe(false);
});

it.each([
  [{ device: 'Firefox · Linux', country: 'NL' }, 'nl', 'Firefox · Linux, Nederland'],
  [{ device: 'Firefox · Linux', country: 'DE' }, 'en', 'Firefox · Linux, Germany'],
  [{ device: null, country: 'BE' }, 'nl', 'België'],
  [{ device: 'Safari · iOS', country: null }, 'en', 'Safari · iOS'],
  [{ device: null, country: null }, 'nl', null],
] as const)('writes %j in %s as %s', (place, locale, expected) => {
  expect(placeOf(place, locale)).toBe(expected);
});

it("formats a moment in the time zone of the site's country", () => {
  expect(longMoment(new Date('2026-11-20T12:05:00.000Z'), 'nl')).toBe('20 november 2026 om 13:05');
  expect(longMoment(new Date('2026-07-20T12:05:00.000Z'), 'en')).toContain('2:05');
});
