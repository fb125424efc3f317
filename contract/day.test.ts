import { expect, it, test } from 'vitest';
import {
  addDays,
  ageFrom,
  dateForAge,
  dayOf,
  momentAt,
  mondayOf,
  monthSpan,
  startOfDay,
  workingDayAfter,
  workingDaysBetween,
} from './day.ts';

test.each([
  ['2026-11-20T12:00:00Z', '2026-11-20'],
  ['2026-12-31T22:59:59Z', '2026-12-31'],
  ['2026-12-31T23:00:00Z', '2027-01-01'],
  ['2026-07-01T21:59:59Z', '2026-07-01'],
  ['2026-07-01T22:00:00Z', '2026-07-02'],
])('%s falls on %s in Amsterdam, in winter and in summer', (moment, day) => {
  expect(dayOf(new Date(moment))).toBe(day);
});

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  // Days of clock changes, and the days after them.
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('the day %s begins at %s', (day, midnight) => {
  expect(startOfDay(day).toISOString()).toBe(midnight);
  expect(dayOf(startOfDay(day))).toBe(day);
  expect(dayOf(new Date(startOfDay(day).getTime() - 1))).toBe(addDays(day, -1));
});

it('counts days over months and leap years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test.each([
  ['2026-11-30', '2026-11-30'],
  ['2026-12-06', '2026-11-30'],
  ['2027-01-01', '2026-12-28'],
])('%s is in the week of %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

test.each([
  ['2026-12-31', '20:00', '2026-12-31T19:00:00.000Z'],
  ['2026-07-01', '00:05', '2026-06-30T22:05:00.000Z'],
  // Clocks change: 02:30 does not exist in March, and exists twice in October.
  ['2026-03-29', '02:30', undefined],
  ['2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-02-30', '20:00', undefined],
  ['2026-12-31', '24:00', undefined],
  ['2026-12-31', '8:00', undefined],
  ['', '', undefined],
])('on %s clocks show %s at %s', (day, time, moment) => {
  expect(momentAt(day, time)?.toISOString()).toBe(moment);
});

test.each([
  ['2026-10', '2026-11-01'],
  ['2026-02', '2026-03-01'],
  ['2028-02', '2028-03-01'],
  ['2026-12', '2027-01-01'],
])('the month %s ends at the start of %s', (month, next) => {
  expect(monthSpan(month)).toEqual({ from: startOfDay(`${month}-01`), to: startOfDay(next) });
});

const today = new Date('2026-11-20T12:00:00Z');

it.each([
  ['a birthday some days ago counts', '2000-11-15', 26],
  ['a birthday to come does not', '2000-12-01', 25],
  ['eighteen years and a day are eighteen', '2008-11-19', 18],
  ['a day short of eighteen years is seventeen', '2008-11-21', 17],
  ['a date in the future is no age', '2030-01-01', 0],
  ['no date is no age', undefined, 0],
  ['an empty date is no age', '', 0],
  ['what is no date is no age', 'yesterday', 0],
] as const)('P5.33 %s', (_, dateOfBirth, age) => {
  expect(ageFrom(dateOfBirth, today)).toBe(age);
});

it('gives a date for each age on each day of four years', () => {
  for (let day = 0; day < 4 * 366; day += 1) {
    const now = new Date(Date.UTC(2026, 0, 1 + day));
    for (const age of [18, 19, 20, 21, 25, 48]) expect(ageFrom(dateForAge(age, now), now)).toBe(age);
  }
});

test.each([
  ['a Monday', '2026-11-23', '2026-12-02'],
  ['a Friday', '2026-11-20', '2026-12-01'],
  ['a Saturday', '2026-11-21', '2026-12-01'],
  ['a Sunday', '2026-11-22', '2026-12-01'],
])('the seventh working day after %s, %s, is %s', (_, day, last) => {
  expect(workingDayAfter(day, 7)).toBe(last);
  expect(workingDaysBetween(day, last)).toBe(7);
  expect(workingDaysBetween(day, addDays(last, -1))).toBe(6);
});

it('counts no working day within a day or a weekend', () => {
  expect(workingDaysBetween('2026-11-20', '2026-11-20')).toBe(0);
  expect(workingDaysBetween('2026-11-20', '2026-11-22')).toBe(0);
});
