import { expect, it } from 'vitest';
import { basicQuery } from './basic-query.ts';

const read = (text: string) => basicQuery(new URLSearchParams(text));

it.each([
  ['keeps the affiliate and its sub id', 'p=61&pi=spring-sale', { p: '61', pi: 'spring-sale' }],
  ['leaves out an affiliate with other signs', 'p=61;drop', {}],
  ['leaves out a sub id that is too long', `pi=${'a'.repeat(65)}`, {}],
  [
    'passes click, offer and splash on as given',
    'click_id=a_b&offer_id=7&splash6=true',
    { click_id: 'a_b', offer_id: '7', splash6: 'true' },
  ],
  ['carries nothing else on', 'token=secret&action=login&page=2', {}],
])('%s', (_, query, expected) => {
  expect(read(query)).toEqual(expected);
});
