import { expect, it } from 'vitest';
import { ageFrom } from './age.ts';

const now = new Date('2026-11-20T12:00:00Z');

it.each([
  ['a birthday some days ago counts', '2000-11-15', 26],
  ['a birthday to come does not', '2000-12-01', 25],
  ['eighteen years and a day are eighteen', '2008-11-19', 18],
  ['a day short of eighteen years is seventeen', '2008-11-21', 17],
  ['a date in the future is no age', '2030-01-01', 0],
  ['no date is no age', undefined, 0],
  ['an empty date is no age', '', 0],
  ['what is no date is no age', 'yesterday', 0],
] as const)('%s', (_, dateOfBirth, age) => {
  expect(ageFrom(dateOfBirth, now)).toBe(age);
});
