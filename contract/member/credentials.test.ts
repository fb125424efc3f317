import { describe, expect, it } from 'vitest';
import {
  EMAIL_MAX,
  emailSchema,
  foldEmail,
  isSamePassword,
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
    ['every sign that needs no quotes passes', "o'neil!#$%&*+/=?^_`{|}~-x@example.com", null],
    ['a domain beyond ASCII passes', 'info@münchen.de', null],
    ['a local part beyond ASCII passes', 'jörg.größe@example.com', null],
    ['another script passes', '用户@例子.公司', null],
    ['a domain in its ASCII form passes', 'info@xn--mnchen-3ya.de', null],
    ['two dots in a row are refused', 'a..b@c.nl', 'registration.error.email_invalid'],
    ['a dot before the @ is refused', 'a.@c.nl', 'registration.error.email_invalid'],
    ['a dot at the beginning is refused', '.a@c.nl', 'registration.error.email_invalid'],
    ['two dots in the domain are refused', 'a@c..nl', 'registration.error.email_invalid'],
    ['a dash at the end of a domain’s part is refused', 'a@c-.nl', 'registration.error.email_invalid'],
    ['an invisible character is refused', 'an\u200bna@example.com', 'registration.error.email_invalid'],
    ['a blank of another script is refused', 'an\u3000na@example.com', 'registration.error.email_invalid'],
    ['digits are no top level', 'a@1.2.3.44', 'registration.error.email_invalid'],
    ['a local part of 65 is refused', `${'a'.repeat(65)}@c.nl`, 'registration.error.email_invalid'],
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

  it.each([
    ['a domain as it is typed and in ASCII', 'info@MÜNCHEN.de', 'info@xn--mnchen-3ya.de'],
    ['an accent as one character and as two', 'jo\u0308rg@example.com', 'jörg@example.com'],
  ])('takes %s for the same', (_, one, other) => expect(foldEmail(one)).toBe(foldEmail(other)));
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

  it('counts an accent as one character, however it is typed', () => {
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
  ])('asks of %s what the specification asks, under spec', (password, expected) =>
    expect(refusePassword(password, 'spec')).toBe(expected),
  );

  it('counts an emoji as one character', () => {
    expect(refusePassword('a1😀😀😀', 'standard')).toBe('registration.error.password_minlength');
  });
});
