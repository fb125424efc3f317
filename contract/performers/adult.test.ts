import { expect, test } from 'vitest';
import { isAdult } from './adult.ts';

test.each([
  ['2008-11-27', '2026-11-27T00:00:00Z', true],
  ['2008-11-28', '2026-11-27T23:59:59Z', false],
  ['1990-01-01', '2026-11-27T12:00:00Z', true],
  ['2026-11-27', '2026-11-27T12:00:00Z', false],
  // Born on a leap day, of age on the first of March.
  ['2008-02-29', '2026-02-28T12:00:00Z', false],
  ['2008-02-29', '2026-03-01T00:00:00Z', true],
])('somebody born on %s is an adult at %s: %s', (born, now, expected) => {
  expect(isAdult(born, new Date(now))).toBe(expected);
});
