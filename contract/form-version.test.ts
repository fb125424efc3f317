import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fieldVersion, goalsVersion, isStale, menuVersion, versionField, versionOf } from './form-version.ts';

const song = { name: 'A song', price: 200 };
const poem = { name: 'A poem', price: 300 };

it('differs with every change of a list, and with its order', () => {
  const lists = [
    [],
    [song],
    [{ ...song, price: 201 }],
    [song, poem],
    [poem, song],
    [{ ...song, texts: { nl: 'Lied' } }],
  ];
  expect(new Set(lists.map(menuVersion)).size).toBe(lists.length);
  const goals = [{ text: 'Cake', amount: 500 }];
  const forms = [
    { goals: [], carriesOver: false },
    { goals, carriesOver: false },
    { goals, carriesOver: true },
  ];
  expect(new Set(forms.map(goalsVersion)).size).toBe(forms.length);
});

it('takes empty values as alike, and boxes in any order', () => {
  expect(new Set([undefined, null, '', []].map(fieldVersion)).size).toBe(1);
  expect(fieldVersion(['nl', 'de'])).toBe(fieldVersion(['de', 'nl']));
  expect(fieldVersion(false)).not.toBe(fieldVersion(null));
});

it('fits the field of a form', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => versionField.safeParse(versionOf(value)).success));
});

it('is stale only if something else was stored since', () => {
  expect(isStale({ seen: 'a', stored: 'a', sent: 'b' })).toBe(false);
  expect(isStale({ seen: 'a', stored: 'b', sent: 'c' })).toBe(true);
  expect(isStale({ seen: 'a', stored: 'b', sent: 'b' })).toBe(false);
  expect(isStale({ seen: undefined, stored: 'b', sent: 'c' })).toBe(false);
});
