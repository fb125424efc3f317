import { expect, it } from 'vitest';
import { startOfDay } from '#contract/day.ts';
import { monthOf } from './period.ts';

it.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('%s begins at %s', (day, moment) => expect(startOfDay(day).toISOString()).toBe(moment));

it('ends a month where the next begins', () => {
  expect(monthOf('2026-10').to).toEqual(monthOf('2026-11').from);
  expect(monthOf('2026-12').to).toEqual(monthOf('2027-01').from);
});
