import { describe, expect, test } from 'vitest';
import { foreignLanguageOf, groupFields, placeName, textsOf } from './profile-fields.ts';

const base = {
  gender: 'female' as const,
  languages: ['nl', 'en'],
  fields: { hairColor: 'brown', tattoo: true, smoking: false, city: 'Utrecht', showType: ['free', ''] },
  texts: { nl: { hobbies: 'Klimmen', pets: '' }, en: { hobbies: 'Climbing' } },
};

describe('groupFields', () => {
  test('L3.2 puts each filled field in its group, as a list of texts', () => {
    expect(groupFields(base, 'en')).toEqual([
      {
        group: 'looks',
        fields: [
          { name: 'gender', values: ['female'] },
          { name: 'hairColor', values: ['brown'] },
          { name: 'tattoo', values: ['true'] },
        ],
      },
      {
        group: 'life',
        fields: [
          { name: 'hobbies', values: ['Climbing'] },
          { name: 'smoking', values: ['false'] },
        ],
      },
      {
        group: 'chat',
        fields: [
          { name: 'languages', values: ['nl', 'en'] },
          { name: 'showType', values: ['free'] },
        ],
      },
    ]);
  });
});

test('falls back to English, and then to the other languages, for a missing text', () => {
  const texts = { nl: { motto: 'Rustig aan', pets: 'Een kat' }, en: { motto: 'Easy' }, de: { food: 'Brot' } };
  expect(textsOf({ texts }, 'de')).toEqual({ motto: 'Easy', pets: 'Een kat', food: 'Brot' });
  expect(textsOf({ texts }, 'en')).toEqual({ motto: 'Easy', pets: 'Een kat', food: 'Brot' });
  expect(textsOf({ texts }, 'nl')).toEqual({ motto: 'Rustig aan', pets: 'Een kat', food: 'Brot' });
});

test('returns the language of a text that falls back to another one', () => {
  const profile = { texts: { nl: { motto: 'Rustig aan', pets: 'Een kat' }, en: { motto: 'Easy' } } };
  expect(foreignLanguageOf(profile, 'motto', 'de')).toBe('en');
  expect(foreignLanguageOf(profile, 'pets', 'de')).toBe('nl');
  expect(foreignLanguageOf(profile, 'pets', 'en')).toBe('nl');
  expect(foreignLanguageOf(profile, 'motto', 'en')).toBeUndefined();
  expect(foreignLanguageOf(profile, 'motto', 'nl')).toBeUndefined();
  expect(foreignLanguageOf(profile, 'hairColor', 'de')).toBeUndefined();
});

test('shows the joining month, and "nothing explicit" only if there is none', () => {
  const chat = (nonude: boolean) =>
    groupFields({ ...base, fields: {}, languages: [], nonude, firstCamSession: '2024-03-09T12:00:00Z' }, 'en')
      .find(({ group }) => group === 'chat')
      ?.fields.map(({ name, values }) => [name, ...values]);
  expect(chat(true)).toEqual([
    ['nonude', 'true'],
    ['since', 'March 2024'],
  ]);
  expect(chat(false)).toEqual([['since', 'March 2024']]);
});

test('lists VIP chat only if the brand has it', () => {
  const all = { ...base, fields: { showType: ['free', 'vip'] }, texts: { nl: {}, en: {} } };
  const kinds = (has: boolean) =>
    groupFields(all, 'en', () => has)
      .flatMap(({ fields }) => fields)
      .find(({ name }) => name === 'showType')?.values;
  expect(kinds(true)).toEqual(['free', 'vip']);
  expect(kinds(false)).toEqual(['free']);
});

test.each([
  ['Den Haag', 'nl', 'Den Haag'],
  ['Den Haag', 'en', 'The Hague'],
  ['Köln', 'nl', 'Keulen'],
  ['Köln', 'en', 'Cologne'],
  ['Utrecht', 'en', 'Utrecht'],
  ['', 'en', ''],
  ['constructor', 'en', 'constructor'],
] as const)('translates %s in %s as %s', (place, locale, name) => {
  expect(placeName(place, locale)).toBe(name);
});
