import { expect, it } from 'vitest';
import { MAX_PAGE_SIZE } from '../../performers/directory/directory-calls.ts';
import { FAVOURITES_MAX, isFavourite, withFavourite, withoutFavourite } from './favourites-calls.ts';

const list = (...ids: number[]) => ids.map((performerId) => ({ performerId }));

it.each([
  ['a new one comes first', list(1, 2), 3, list(3, 1, 2)],
  ['one that is kept stays where it is', list(1, 2), 2, list(1, 2)],
  ['the first one', list(), 7, list(7)],
])('P3.27 P4.39 adding: %s', (_, before, id, after) => {
  expect(withFavourite(before, id)).toEqual(after);
});

it.each([
  ['the one asked for goes', list(1, 2, 3), 2, list(1, 3)],
  ['one that is not kept changes nothing', list(1, 3), 2, list(1, 3)],
])('P4.39 removing: %s', (_, before, id, after) => {
  expect(withoutFavourite(before, id)).toEqual(after);
});

it('distinguishes favourites from other performers', () => {
  expect(isFavourite(list(4, 5), 5)).toBe(true);
  expect(isFavourite(list(4, 5), 6)).toBe(false);
});

it('allows as many favourites as fit on one page of a list', () => {
  expect(FAVOURITES_MAX).toBe(MAX_PAGE_SIZE);
});
