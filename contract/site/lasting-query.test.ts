import { expect, it } from 'vitest';
import { lastingQuery } from './lasting-query.ts';

it.each([
  ['', ''],
  ['?p=61&pi=a-b', '?p=61&pi=a-b'],
  ['?payment=a1b2', ''],
  ['?p=61&payment=a1b2', '?p=61'],
  ['?action=resetpassword&token=secret&p=61', '?p=61'],
])('from %j keeps %j', (search, kept) => expect(lastingQuery(search)).toBe(kept));
