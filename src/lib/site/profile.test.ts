import { describe, expect, test } from 'vitest';
import { groupFields, textsOf } from './profile.ts';

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
