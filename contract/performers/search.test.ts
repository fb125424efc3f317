import { expect, it } from 'vitest';
import { autocompleteItems, searchFavourites } from './search.ts';

const all = ['Noor', 'noa_x', 'Femke', 'IJsbrand'];

it.each([
  ['shows everyone before a letter is typed', '', all],
  ['shows everyone for nothing but spaces', '  ', all],
  ['finds by the first letters in any case', 'NO', ['Noor', 'noa_x']],
  ['does not mind spaces around', ' fem ', ['Femke']],
  ['does not look inside a name', 'brand', all],
  ['leaves the list as it is where nobody matches', 'zzz', all],
])('P5.32 search among favourites %s', (_, typed, expected) => {
  expect(searchFavourites(all, typed, (name) => name)).toEqual(expected);
});

const femmes = [
  { id: 1, username: 'Fem' },
  { id: 2, username: 'Femke' },
  { id: 3, username: 'Femmie' },
];

it.each([
  ['none of them are favourites', [], ['Fem', 'Femke', 'Femmie']],
  ['one is, and others are not', [2, 9], ['Femke', '—Fem', 'Femmie']],
  ['two are', [3, 1], ['Fem', 'Femmie', '—Femke']],
  ['all of them are', [1, 2, 3], ['Fem', 'Femke', 'Femmie']],
])('P3.21 puts a divider between favourites and others if %s', (_, favourites, shown) => {
  const items = autocompleteItems(femmes, favourites);
  expect(items.map(({ value, divider }) => (divider ? '—' : '') + value)).toEqual(shown);
  expect(items.map(({ key }) => key).sort()).toEqual([1, 2, 3]);
});
