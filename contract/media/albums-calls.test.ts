import { expect, it } from 'vitest';
import { nextPage, previousPage } from './albums-calls.ts';

it.each([
  ['in the middle', 2, 5, 3],
  ['the last wraps to the first', 5, 5, 1],
  ['the only one stays', 1, 1, 1],
])('L9.17 next: %s', (_, page, pages, expected) => {
  expect(nextPage(page, pages)).toBe(expected);
});

it.each([
  ['in the middle', 3, 2],
  ['stops at the first', 1, 1],
])('L9.17 previous: %s', (_, page, expected) => {
  expect(previousPage(page)).toBe(expected);
});
