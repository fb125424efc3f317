import { expect, it } from 'vitest';
import { routes } from '#contract/site/routes.ts';
import { createLink } from '../../site/links/link.ts';
import { whoAt, whoMoved } from './who.ts';

const link = createLink('en', { p: '77' });

it('L3.26 knows the pages of one gender', () => {
  expect([routes.home, routes.men, routes.trans, routes.couples].map(whoAt)).toEqual([
    'female',
    'male',
    'trans',
    'couple',
  ]);
  expect([routes.free, '/talk', '/en/men'].map(whoAt)).toEqual([undefined, undefined, undefined]);
});

it.each([
  ['nowhere while nobody else is asked for', 'age=18-24', null],
  ['to the page of who was asked for', 'gender=male', '/en/men?p=77'],
  [
    'with the other filters, from its first page',
    'page=3&gender=couple&age=18-24',
    '/en/couples?age=18-24&p=77',
  ],
  ['home for women', 'gender=female', '/en?p=77'],
  ['nowhere for who is not known', 'gender=everyone', null],
  ['nowhere while the filters are open', 'gender=male&filters=open', null],
])('a list of all genders leads %s', (_, query, expected) => {
  expect(whoMoved(new URLSearchParams(query), link)).toBe(expected);
});
