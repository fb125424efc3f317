import { expect, test } from 'vitest';
import { hourChartOf, hourSumsOf } from './hour-chart.ts';

const day = (counts: Readonly<Record<number, number>>) =>
  Array.from({ length: 24 }, (_, hour) => counts[hour] ?? 0);
const pair = { today: day({ 1: 4, 3: 9 }), lastWeek: day({ 0: 8, 2: 2 }) };

test('draws bars of today up to the current hour, on the scale of both days', () => {
  const { max, bars } = hourChartOf({ ...pair, today: day({ 1: 4 }) }, 2);
  expect(max).toBe(8);
  expect(bars).toEqual([{ x: 20, y: 50, height: 50 }]);
});

test('draws the other day as steps over the whole day', () => {
  const { line } = hourChartOf(pair, 3);
  expect(line.startsWith('M0 11.1H20V100H40V77.8H60V100H80')).toBe(true);
  expect(line.endsWith('H480')).toBe(true);
});

test('draws a day without anything as a line at the bottom', () => {
  const { max, bars, line } = hourChartOf({ today: day({}), lastWeek: day({}) }, 23);
  expect(max).toBe(0);
  expect(bars).toEqual([]);
  expect(line.slice(0, 7)).toBe('M0 100H');
});

test('sums up both days, also up to the current hour, or takes the highest numbers', () => {
  expect(hourSumsOf(pair, 1)).toEqual({ today: 13, until: 8, wholeDay: 10 });
  expect(hourSumsOf(pair, 2, true)).toEqual({ today: 9, until: 8, wholeDay: 8 });
});
