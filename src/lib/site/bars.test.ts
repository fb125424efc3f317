import { expect, it } from 'vitest';
import { daysIn } from '#contract/day.ts';
import { BAR_WIDTH, barsOf, CHART_HEIGHT } from './bars.ts';

it('has no bar for a zero, and none in an empty month', () => {
  expect(barsOf([0, 0, 0])).toEqual({ max: 0, min: 0, width: 3 * BAR_WIDTH, zero: 0, bars: [] });
  expect(barsOf([0, 60, 0]).bars.map(({ at }) => at)).toEqual([1]);
});

it.each([
  ['2026-02', 28],
  ['2027-03', 31],
  ['2026-10', 31],
  ['2026-11', 30],
])('has a place for each day of %s, also if clocks change in it', (month, days) => {
  const values = daysIn(month).map(() => 60);
  const { bars, width } = barsOf(values);
  expect(bars.map(({ x }) => x)).toEqual(Array.from({ length: days }, (_, day) => day * BAR_WIDTH));
  expect(width).toBe(days * BAR_WIDTH);
});

it('shows small days beside one huge day', () => {
  const { bars, max } = barsOf([1, 1_000_000, 500_000]);
  expect(max).toBe(1_000_000);
  expect(bars.map(({ height }) => height)).toEqual([1.5, CHART_HEIGHT, CHART_HEIGHT / 2]);
  for (const { y, height } of bars) expect(y + height).toBe(CHART_HEIGHT);
});

it('draws a day on which more went back than came in below the line', () => {
  const { bars, zero, min } = barsOf([300, -100]);
  expect({ zero, min }).toEqual({ zero: 75, min: -100 });
  expect(bars).toEqual([
    { at: 0, x: 0, y: 0, height: 75 },
    { at: 1, x: BAR_WIDTH, y: 75, height: 25 },
  ]);
});
