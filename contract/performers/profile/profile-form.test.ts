import { describe, expect, it, test } from 'vitest';
import {
  codedValuesSchema,
  fieldsOf,
  isText,
  refuseField,
  refuseText,
  textLimits,
  textValuesSchema,
  tidyText,
} from './profile-form.ts';

it('asks nobody for a size that the filters never match', () => {
  expect(fieldsOf('looks', 'female')).not.toContain('penisSize');
  expect(fieldsOf('looks', 'male')).not.toContain('breastSize');
  expect(fieldsOf('looks', 'couple')).toEqual(expect.arrayContaining(['breastSize', 'penisSize']));
});

test.each([
  ['hairColor', 'red', null],
  ['hairColor', 'purple', 'unknown'],
  ['hairColor', ['red'], 'unknown'],
  ['hairColor', null, null],
  ['breastSize', 3, null],
  ['breastSize', '3', 'unknown'],
  ['languages', ['nl', 'de'], null],
  ['languages', ['nl', 'xx'], 'unknown'],
  ['languages', [], 'required'],
  ['showType', [], null],
  ['tattoo', true, null],
  ['tattoo', 'yes', 'unknown'],
  ['tattoo', null, null],
  ['piercings', null, 'required'],
  ['luckyNumber', 0, null],
  ['luckyNumber', 7.5, 'number'],
  ['luckyNumber', 1000, 'number'],
  ['luckyNumber', Number.NaN, 'number'],
  ['city', 'x'.repeat(40), null],
  ['city', 'x'.repeat(41), 'long'],
  ['city', 5, 'unknown'],
] as const)('%s as %j is refused as %s', (name, value, refused) => {
  const written = Array.isArray(value) ? [...value] : (value as string | number | boolean | null);
  expect(refuseField(name, written)).toBe(refused);
  expect(codedValuesSchema.safeParse({ [name]: written }).success).toBe(refused === null);
});

describe('a text', () => {
  it('is trimmed, on one line unless it is long', () => {
    expect(tidyText('hobbies', '  Lezen,\r\n  fietsen ')).toBe('Lezen, fietsen');
    expect(tidyText('description', 'Hoi.\r\n\r\n\r\n\r\nDag. ')).toBe('Hoi.\n\nDag.');
    expect(textValuesSchema.parse({ motto: ' \u200b ' })).toEqual({ motto: '' });
  });

  it('has a limit in user-perceived characters', () => {
    expect(refuseText('motto', '👩‍🚀'.repeat(textLimits.motto))).toBeNull();
    expect(refuseText('motto', 'a'.repeat(textLimits.motto + 1))).toBe('long');
    expect(textValuesSchema.safeParse({ motto: 'a'.repeat(textLimits.motto + 1) }).success).toBe(false);
  });

  it('belongs to a known field', () => {
    expect(isText('motto')).toBe(true);
    expect(isText('city')).toBe(false);
    expect(isText('toString')).toBe(false);
    expect(textValuesSchema.safeParse({ picture: 'x' }).success).toBe(false);
    expect(codedValuesSchema.safeParse({ picture: 'x' }).success).toBe(false);
  });
});
