import { describe, expect, it, test } from 'vitest';
import { isSamePassword, passwordLengths, passwordPolicies } from './account/credentials.ts';
import { passwordChecks, refusePassword } from './password-checks.ts';

const samples = [
  '',
  'a',
  'abcdef',
  '123456',
  'abc123',
  'abc 123',
  'é12345',
  'a1'.repeat(20),
  'Gracht-17',
  'b1'.repeat(40),
];

test.each(passwordPolicies)('lists every rule by which the policy %s refuses a password', (policy) => {
  for (const password of samples) {
    const isKept = passwordChecks(password, policy).every((one) => one.isKept);
    const refused = refusePassword(password, policy);
    expect(isKept, password).toBe(refused === null || refused === 'registration.error.password_common');
  }
});

const { standard, asvs } = passwordLengths;

describe('refusePassword', () => {
  it.each([
    ['the shortest passes', `a${'1'.repeat(standard.min - 2)}z`, null],
    ['the longest passes', `a1${'x'.repeat(standard.max - 2)}`, null],
    ['signs and accents pass', 'één-hond4!', null],
    ['P5.7 nothing is missing', '', 'registration.error.password_required'],
    ['P5.8 one too short is refused', 'a1b2c', 'registration.error.password_minlength'],
    [
      'P5.9 one too long is refused',
      `a1${'x'.repeat(standard.max - 1)}`,
      'registration.error.password_maxlength',
    ],
    ['P5.10 without a digit is refused', 'onlyletters', 'registration.error.password_no_numbers'],
    ['P5.11 without a letter is refused', '90210 777', 'registration.error.password_no_letters'],
    ['P5.12 a blank is refused', 'two words 2', 'registration.error.password_no_whitespace'],
    ['a tab is refused', 'two\twords2', 'registration.error.password_no_whitespace'],
    ['one that everybody has is refused', 'welkom123', 'registration.error.password_common'],
    ['capitals do not make it rare', 'PassWord1', 'registration.error.password_common'],
  ])('by the specification: %s', (_, password, expected) => {
    expect(refusePassword(password, 'standard')).toBe(expected);
  });

  it.each([
    ['words with blanks pass', 'correct horse battery', null],
    ['the shortest passes', 'kxwmzrtv', null],
    ['the longest passes', 'x'.repeat(asvs.max), null],
    ['one too short is refused', 'kxwmzrt', 'registration.error.password_minlength'],
    ['one too long is refused', 'x'.repeat(asvs.max + 1), 'registration.error.password_maxlength'],
    ['one that everybody has is refused', 'wachtwoord', 'registration.error.password_common'],
  ])('by ASVS: %s', (_, password, expected) => {
    expect(refusePassword(password, 'asvs')).toBe(expected);
  });

  it('counts an accented letter as one character, composed or decomposed', () => {
    const longest = `1${'e\u0301'.repeat(standard.max - 1)}`;
    expect(refusePassword(longest, 'standard')).toBeNull();
    expect(isSamePassword('Cafe\u0301-1906', 'Caf\u00e9-1906')).toBe(true);
  });

  it.each([
    ['password1', null],
    ['12345', 'registration.error.password_minlength'],
    ['123456', 'registration.error.password_no_letters'],
    ['abcdef', 'registration.error.password_no_numbers'],
    ['abc 12', 'registration.error.password_no_whitespace'],
    [`a${'1'.repeat(32)}`, 'registration.error.password_maxlength'],
  ])(
    "P5.8 P5.9 P5.10 P5.11 P5.12 checks %s by the specification's rule under the policy spec",
    (password, expected) => expect(refusePassword(password, 'spec')).toBe(expected),
  );

  it('counts an emoji as one character', () => {
    expect(refusePassword('a1😀😀😀', 'standard')).toBe('registration.error.password_minlength');
  });
});
