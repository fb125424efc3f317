import { expect, test } from 'vitest';
import { dayOf } from './day.ts';

test.each([
  ['2026-11-20T12:00:00Z', '2026-11-20'],
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  ['2026-07-01T21:59:59Z', '2026-07-01'],
  ['2026-07-01T22:00:00Z', '2026-07-02'],
])('%s falls on %s in Amsterdam, in winter and in summer', (moment, day) => {
  expect(dayOf(new Date(moment))).toBe(day);
});
