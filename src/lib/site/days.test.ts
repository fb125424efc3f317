import { expect, it, test } from 'vitest';
import { dayWords, hourChartOf, hourSumsOf, monthWords, timeWords } from './days.ts';

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
