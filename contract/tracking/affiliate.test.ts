import { describe, expect, it } from 'vitest';
import { AFFILIATE_VALUE_MAX, affiliateOf, showsNonNude, withoutInvalid } from './affiliate.ts';

const read = (text: string) => affiliateOf(new URLSearchParams(text));

describe('affiliateOf', () => {
  it.each([
    ['keeps the affiliate and the note', 'p=61&pi=spring-sale', { p: '61', pi: 'spring-sale' }],
    ['P5.1 keeps letters in the code', 'p=Abc9', { p: 'Abc9' }],
    ['P5.1 leaves out a code with other signs', 'p=61;drop', {}],
    ['leaves out a code with a hyphen', 'p=61-a', {}],
    ['leaves out an empty code', 'p=', {}],
    ['P5.2 keeps a note of 64 signs', `pi=${'a'.repeat(64)}`, { pi: 'a'.repeat(64) }],
    ['P5.2 leaves out a note of 65', `pi=${'a'.repeat(65)}`, {}],
    ['P5.2 leaves out a note with other signs', 'pi=a_b', {}],
    [
      'P5.3 passes click, offer and splash on as given',
      'Click_id=a_b%20%26c&offer_id=7/8&splash6=maybe',
      { Click_id: 'a_b &c', offer_id: '7/8', splash6: 'maybe' },
    ],
    ['knows the names exactly as they are written', 'click_id=a&P=77&PI=x', {}],
    ['counts the first of two', 'p=77&p=78', { p: '77' }],
    [
      'keeps the longest value registration takes',
      `Click_id=${'c'.repeat(AFFILIATE_VALUE_MAX)}`,
      {
        Click_id: 'c'.repeat(AFFILIATE_VALUE_MAX),
      },
    ],
    ['leaves out a longer one', `Click_id=${'c'.repeat(AFFILIATE_VALUE_MAX + 1)}`, {}],
    ['leaves out what no database takes', 'Click_id=a%00b', {}],
    ['carries nothing else on', 'token=secret&action=login&page=2', {}],
  ])('%s', (_, query, expected) => {
    expect(read(query)).toEqual(expected);
  });
});

it.each([
  ['', ''],
  ['?page=2&p=77', '?page=2&p=77'],
  ['?p=a.b', ''],
  ['?q=a%20b&p=a.b&pi=_&Click_id=%20x', '?q=a+b&Click_id=+x'],
  ['?p=a.b&p=77', ''],
])('withoutInvalid of %s is %s', (search, left) => {
  expect(withoutInvalid(search)).toBe(left);
});

it.each([
  ['', false, true],
  ['splash6=true', false, true],
  ['', true, false],
  ['splash6=true', true, true],
  ['splash6=false', true, false],
  ['splash6', true, false],
])('P1.17 L1.5 "%s" after agreeing (%s): non-nude is %s', (query, ageVerified, expected) => {
  expect(showsNonNude({ ageVerified, affiliate: read(query), safe: false })).toBe(expected);
});

it('P1.4 a safe brand shows only non-nude pictures, also to visitors who agreed', () => {
  for (const ageVerified of [true, false])
    for (const query of ['', 'splash6=false'])
      expect(showsNonNude({ ageVerified, affiliate: read(query), safe: true })).toBe(true);
});
