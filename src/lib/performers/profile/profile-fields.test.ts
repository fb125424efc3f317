import { describe, expect, test } from 'vitest';
import { foreignLanguageOf, groupFields, textsOf } from './profile-fields.ts';

const told = {
  gender: 'female' as const,
  languages: ['nl', 'en'],
  fields: { hairColor: 'brown', tattoo: true, smoking: false, city: 'Utrecht', showType: ['free', ''] },
  texts: { nl: { hobbies: 'Klimmen', pets: '' }, en: { hobbies: 'Climbing' } },
};

describe('groupFields', () => {
  test('puts each filled field in its group, as a list of texts', () => {
    expect(groupFields(told, 'en')).toEqual([
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

test('a text that is missing in a language is shown in the default one', () => {
  expect(textsOf({ texts: { nl: { motto: 'Rustig aan' }, en: {} } }, 'en').motto).toBe('Rustig aan');
});

test('names the language of a text that the page shows in the default one', () => {
  const profile = { texts: { nl: { motto: 'Rustig aan', pets: 'Een kat' }, en: { motto: 'Easy' } } };
  expect(foreignLanguageOf(profile, 'motto', 'de')).toBe('nl');
  expect(foreignLanguageOf(profile, 'pets', 'en')).toBe('nl');
  expect(foreignLanguageOf(profile, 'motto', 'en')).toBeUndefined();
  expect(foreignLanguageOf(profile, 'motto', 'nl')).toBeUndefined();
  expect(foreignLanguageOf(profile, 'hairColor', 'de')).toBeUndefined();
});

test('tells since when somebody is here, and of no explicitness only where there is none', () => {
  const chat = (nonude: boolean) =>
    groupFields({ ...told, fields: {}, languages: [], nonude, firstCamSession: '2024-03-09T12:00:00Z' }, 'en')
      .find(({ group }) => group === 'chat')
      ?.fields.map(({ name, values }) => [name, ...values]);
  expect(chat(true)).toEqual([
    ['nonude', 'true'],
    ['since', 'March 2024'],
  ]);
  expect(chat(false)).toEqual([['since', 'March 2024']]);
});

test('a VIP chat is named only where the brand has it', () => {
  const all = { ...told, fields: { showType: ['free', 'vip'] }, texts: { nl: {}, en: {} } };
  const kinds = (has: boolean) =>
    groupFields(all, 'en', () => has)
      .flatMap(({ fields }) => fields)
      .find(({ name }) => name === 'showType')?.values;
  expect([kinds(true), kinds(false)]).toEqual([['free', 'vip'], ['free']]);
});
