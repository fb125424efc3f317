import { expect, it } from 'vitest';
import { bestHours, percentOf, stepsOf, weekdayNames, weekOf } from './stream-charts.ts';

const hours = [
  { weekday: 1, hour: 20, credits: 60 },
  { weekday: 5, hour: 21, credits: 300 },
  { weekday: 7, hour: 2, credits: -30 },
  { weekday: 5, hour: 22, credits: 300 },
];

it('draws steps from the bottom, as high as the highest number', () => {
  expect(stepsOf([1, 2])).toBe('M0 100V50H10V0H20V100Z');
  expect(stepsOf([0])).toBe('M0 100V100H10V100Z');
});

it('puts hours into a week of seven days from Monday', () => {
  const week = weekOf(hours);
  expect(week.map((day) => day.length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
  expect([week[0]?.[20], week[4]?.[21], week[6]?.[2]]).toEqual([60, 300, 0]);
});

it('names the best hours, the earlier ones first', () => {
  expect(bestHours(hours, 2)).toEqual([hours[1], hours[3]]);
  expect(bestHours(hours, 9)).toHaveLength(3);
});

it('names days from Monday in each language', () => {
  expect(weekdayNames('nl', 'long')[0]).toBe('maandag');
  expect(weekdayNames('en', 'short')[6]).toBe('Sun');
});

it('gives a share in whole percent, if there is a whole', () => {
  expect([percentOf(1, 3), percentOf(0, 0)]).toEqual([33, null]);
});
