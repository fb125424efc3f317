import { expect, test } from 'vitest';
import { identitySchema, isAdult, nameWords } from './identity.ts';

test.each([
  [
    { legalName: 'Johanna Maria van der Linden', otherNames: ['Jo Bakker'] },
    'Vera',
    ['johanna maria van der linden', 'jo bakker', 'johanna', 'maria', 'linden', 'bakker'],
  ],
  // A stage name is written by everybody.
  [{ legalName: 'Vera de Wit', otherNames: ['VeraStar'] }, 'VeraStar', ['vera de wit', 'wit']],
])('the words of %j, on stage as %s', (names, username, words) => {
  expect(nameWords(names, username)).toEqual(words);
});

const identity = {
  legalName: ' Johanna  van der Linden ',
  dateOfBirth: '1990-12-31',
  address: 'Plein 1, Amsterdam',
  document: 'passport',
  numberEnd: '12aB',
};

test('an identity is stored on one line each, and of a number only the end', () => {
  expect(identitySchema.parse(identity)).toMatchObject({
    legalName: 'Johanna van der Linden',
    otherNames: [],
  });
  for (const wrong of [
    { numberEnd: 'SPECI2014' },
    { dateOfBirth: '1990-02-30' },
    { document: 'library-card' },
  ])
    expect(identitySchema.safeParse({ ...identity, ...wrong }).success).toBe(false);
});

test.each([
  ['2008-11-27', '2026-11-27T00:00:00Z', true],
  ['2008-11-28', '2026-11-27T23:59:59Z', false],
  ['1990-01-01', '2026-11-27T12:00:00Z', true],
  ['2026-11-27', '2026-11-27T12:00:00Z', false],
  // Born on a leap day, of age on the first of March.
  ['2008-02-29', '2026-02-28T12:00:00Z', false],
  ['2008-02-29', '2026-03-01T00:00:00Z', true],
])('somebody born on %s is an adult at %s: %s', (born, now, expected) => {
  expect(isAdult(born, new Date(now))).toBe(expected);
});
