import { expect, it, test } from 'vitest';
import { AHEAD_DAYS, refuseStart, startDays, startOf } from './schedule.ts';

const now = new Date('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20', '13:01', '2026-11-20T12:01:00.000Z'],
  ['2026-11-20', '13:00', 'past'],
  ['2025-01-01', '20:00', 'past'],
  ['2027-01-19', '13:00', '2027-01-19T12:00:00.000Z'],
  ['2027-01-19', '13:01', 'far'],
  ['2026-11-31', '20:00', 'invalid'],
  ['', '20:00', 'invalid'],
])('a start on %s at %s is %s', (day, time, expected) => {
  const { at, refused } = startOf({ day, time }, now);
  expect(refused ?? at?.toISOString()).toBe(expected);
});

it('refuses seconds', () => {
  expect(refuseStart(new Date('2026-11-20T20:00:01Z'), now)).toBe('invalid');
});

it('offers days from today on', () => {
  expect(AHEAD_DAYS).toBe(60);
  expect(startDays(now)).toEqual({ min: '2026-11-20', max: '2027-01-19' });
});
