import { expect, it } from 'vitest';
import { createLink } from '../../site/link.ts';
import { pastEnd } from './past-end.ts';
import { shortList } from './read-lists.ts';

const link = createLink('en', { p: '77' });

it.each([
  ['nowhere from the last page', { page: 4, lastPage: 4 }, null],
  ['to the last page from behind it', { page: 5, lastPage: 4 }, '/en/free?page=4&p=77'],
  ['to the list itself where it has but one page', { page: 9, lastPage: 1 }, '/en/free?p=77'],
  [
    'with its filters',
    { page: 9, lastPage: 2, filters: { age: ['18-24'] } },
    '/en/free?age=18-24&page=2&p=77',
  ],
  ['nowhere from its filters', { page: 9, lastPage: 2, counts: {} }, null],
] as const)('leads %s', (_, list, expected) => {
  expect(pastEnd({ ...shortList([]), ...list }, { path: '/free', link })).toBe(expected);
});
