import { expect, it } from 'vitest';
import { searchFavourites } from './search.ts';

const all = ['Noor', 'noa_x', 'Femke', 'IJsbrand'];

it.each([
  ['shows everyone before a letter is typed', '', all],
  ['shows everyone for nothing but spaces', '  ', all],
  ['finds by the first letters in any case', 'NO', ['Noor', 'noa_x']],
  ['does not mind spaces around', ' fem ', ['Femke']],
  ['does not look inside a name', 'brand', all],
  ['leaves the list as it is where nobody matches', 'zzz', all],
])('search among favourites %s', (_, typed, expected) => {
  expect(searchFavourites(all, typed, (name) => name)).toEqual(expected);
});
