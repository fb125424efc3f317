import { expect, it } from 'vitest';
import { lineIn } from './line-texts.ts';

it.each([
  ['de', { de: 'Torte', nl: 'Taart' }, 'Torte'],
  ['de', { nl: 'Taart' }, 'Cake'],
  ['de', { de: '' }, 'Cake'],
  ['de', undefined, 'Cake'],
  ['constructor', {}, 'Cake'],
])('in %s of %j: %s', (locale, texts, read) => {
  expect(lineIn(locale, 'Cake', texts)).toBe(read);
});
