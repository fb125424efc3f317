import { describe, expect, it } from 'vitest';
import { EMAIL_MAX, emailSchema, foldEmail, refuseEmail, refuseLoginName } from './credentials.ts';

describe('refuseEmail', () => {
  it.each([
    ['an ordinary address passes', 'anna@example.com', null],
    ['P5.6 blanks around it do not count', '  anna@example.com ', null],
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
    ['P5.6 nothing is missing', '', 'registration.error.email_required'],
    ['only blanks is missing', '   ', 'registration.error.email_required'],
    ['P5.6 without @ it is no address', 'anna.example.com', 'registration.error.email_invalid'],
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

  it('treats addresses that differ in case and blanks as equal', () => {
    expect(foldEmail(' Anna@Example.COM ')).toBe(foldEmail('anna@example.com'));
  });

  it.each([
    ['a domain as it is typed and in ASCII', 'info@MÜNCHEN.de', 'info@xn--mnchen-3ya.de'],
    ['an accent as one character and as two', 'jo\u0308rg@example.com', 'jörg@example.com'],
  ])('treats %s as equal', (_, one, other) => expect(foldEmail(one)).toBe(foldEmail(other)));
});

describe('P3.16 P5.4 refuseLoginName', () => {
  it.each([
    ['an e-mail address passes', 'anna@example.com', null],
    ['nothing is missing', ' ', 'registration.error.username_required'],
    ['a username is no e-mail address', 'anna', 'registration.error.invalid_email'],
  ])('%s', (_, name, expected) => {
    expect(refuseLoginName(name)).toBe(expected);
  });
});
