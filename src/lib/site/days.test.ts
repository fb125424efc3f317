import { expect, it } from 'vitest';
import { dayWords, monthWords, timeWords } from './days.ts';

it('writes months, days and times of the operator’s time zone in each language', () => {
  expect(monthWords('2026-11', 'nl')).toBe('november 2026');
  expect(monthWords('2026-03', 'de')).toBe('März 2026');
  expect(dayWords('2026-11-30', 'nl')).toBe('maandag 30 november');
  expect(dayWords('2026-11-30', 'en')).toBe('Monday, November 30');
  expect(timeWords(new Date('2026-11-30T13:05:00Z'), '2026-11-30', 'nl')).toBe('14:05');
});

it('adds the day to a time of another day', () => {
  const before = new Date('2026-11-30T22:59:30Z');
  expect(timeWords(before, '2026-11-30', 'nl')).toBe('23:59');
  expect(timeWords(before, '2026-12-01', 'nl')).toBe('30 nov, 23:59');
});
