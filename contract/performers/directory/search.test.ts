import { expect, it } from 'vitest';
import { autocompleteItems, matchesName, searchFavourites, searchWords } from './search.ts';

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

it.each([
  ['Lady_Noor', 'lady noor'],
  ['LadyNoor2', 'lady noor2'],
  ['Yára', 'yara'],
  ['ＹＡＲＡ', 'yara'],
  ["D'Arcy", 'darcy'],
  ['d’Arcy', 'd arcy'],
  ['Søren-Æbel', 'soren aebel'],
  ['__x__', 'x'],
])('the words of %s are “%s”', (name, words) => {
  expect(searchWords(name)).toBe(words);
});

it.each([
  ['Yara', 'Yára'],
  ['Yára', 'yara'],
  ['Yara', 'ＹＡＲ'],
  ["D'Arcy", 'darcy'],
  ['Darcy', 'd’arc'],
  ['Lady_Noor', 'noor'],
  ['LadyNoor', 'Noo'],
  ['Lady_Noor', 'ladyn'],
  ['LadyNoor', 'lady noor'],
  ['Lady-Noor', 'LADY_NOOR'],
  ['Lady-Noor', 'Lady–Noor'],
  ['Lady_Noor', 'lady—n'],
  ['LadyNoor', 'lady−noor'],
])('%s is found by %s', (name, typed) => {
  expect(matchesName(name, typed)).toBe(true);
});

it.each([
  ['Anna', 'nna'],
  ['Lady_Noor', 'oor'],
  ['Lady_Noor', 'dyn'],
  ['Anna', 'ann%'],
  ['Anna', 'ann\\'],
  ['Anna', ''],
  ['Lady_Noor', '_'],
  ['Lady-Noor', '—'],
  ['Anna', "'"],
  ['Anna', '!!!'],
])('%s is not found by %s', (name, typed) => {
  expect(matchesName(name, typed)).toBe(false);
});
