import { describe, expect, it } from 'vitest';
import {
  EMAIL_MAX,
  emailSchema,
  foldEmail,
  passwordLengths,
  refuseEmail,
  refuseLoginName,
  refusePassword,
} from './credentials.ts';

describe('refuseEmail', () => {
  it.each([
    ['an ordinary address passes', 'anna@example.com', null],
    ['blanks around it do not count', '  anna@example.com ', null],
    ['a tag and a subdomain pass', 'anna+vonk@mail.example.co.uk', null],
    ['nothing is missing', '', 'registration.error.email_required'],
    ['only blanks is missing', '   ', 'registration.error.email_required'],
    ['without @ it is no address', 'anna.example.com', 'registration.error.email_invalid'],
    ['without a dot in the domain it is no address', 'anna@localhost', 'registration.error.email_invalid'],
    ['a blank inside is refused', 'an na@example.com', 'registration.error.email_invalid'],
    ['a second recipient is refused', 'anna@example.com,bob@example.com', 'registration.error.email_invalid'],
    ['a line break is refused', 'anna@example.com\nBcc: bob@example.com', 'registration.error.email_invalid'],
    ['a display name is refused', 'Anna <anna@example.com>', 'registration.error.email_invalid'],
    ['a quoted part is refused', '"a b"@example.com', 'registration.error.email_invalid'],
    ['a trailing dot is refused', 'anna@example.', 'registration.error.email_invalid'],
    [
      'one letter too many is refused',
      `${'a'.repeat(EMAIL_MAX - 11)}@example.com`,
      'registration.error.email_invalid',
    ],
  ])('%s', (_, email, expected) => {
    expect(refuseEmail(email)).toBe(expected);
    expect(emailSchema.safeParse(email).success).toBe(expected === null);
  });

  it('takes addresses that differ in case and blanks for the same', () => {
    expect(foldEmail(' Anna@Example.COM ')).toBe(foldEmail('anna@example.com'));
  });
});

describe('refuseLoginName', () => {
  it.each([
    ['an e-mail address passes', 'anna@example.com', null],
    ['nothing is missing', ' ', 'registration.error.username_required'],
    ['a username is no e-mail address', 'anna', 'registration.error.invalid_email'],
  ])('%s', (_, name, expected) => {
    expect(refuseLoginName(name)).toBe(expected);
  });
});

const { standard, asvs } = passwordLengths;

describe('refusePassword', () => {
  it.each([
    ['the shortest passes', `a${'1'.repeat(standard.min - 2)}z`, null],
    ['the longest passes', `a1${'x'.repeat(standard.max - 2)}`, null],
    ['signs and accents pass', 'één-hond4!', null],
    ['nothing is missing', '', 'registration.error.password_required'],
    ['one too short is refused', 'a1b2c', 'registration.error.password_minlength'],
    ['one too long is refused', `a1${'x'.repeat(standard.max - 1)}`, 'registration.error.password_maxlength'],
    ['without a digit is refused', 'onlyletters', 'registration.error.password_no_numbers'],
    ['without a letter is refused', '90210 777', 'registration.error.password_no_letters'],
    ['a blank is refused', 'two words 2', 'registration.error.password_no_whitespace'],
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

  it('counts an emoji as one character', () => {
    expect(refusePassword('a1😀😀😀', 'standard')).toBe('registration.error.password_minlength');
  });
});
