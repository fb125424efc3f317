import { expect, it, test } from 'vitest';
import { lastingQuery, locationOf, pathOnSite, safeReturn, withQuery } from './site-path.ts';

test.each(['/', '/en/free?page=2', '/profile/Noor'])('a form may return to %s', (target) => {
  expect(safeReturn(target)).toBe(target);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a\r\nb: c',
  null,
])('returns home for %j', (target) => {
  expect(safeReturn(target)).toBe('/');
});

test.each([
  ['/', { a: '1' }, '/?a=1'],
  ['/en?x=1&a=0', { a: '1' }, '/en?x=1&a=1'],
  ['/free?x=1', { a: undefined }, '/free?x=1'],
])('%s with %j becomes %s', (page, values, expected) => expect(withQuery(page, values)).toBe(expected));

test.each([
  ['/free?page=2', '/free?page=2'],
  ['https://vonk.example/free?page=2#top', '/free?page=2'],
  ['https://vonk.example', '/'],
  ['https://evil.example/free', null],
  ['https://vonk.example@evil.example/', null],
  ['https://vonk.example//evil.example', null],
  ['https://vonk.example/.//evil.example', null],
  ['//vonk.example/free', null],
  ['javascript:alert(1)', null],
])('the path of %s on this site is %s', (target, expected) =>
  expect(pathOnSite(target, 'https://vonk.example')).toBe(expected),
);

test.each([
  ['/en/free?age[]=18-24', '/en/free?age[]=18-24'],
  ['/profile/é', '/profile/%C3%A9'],
  ['/∕evil /\u0001', '/%E2%88%95evil%20/%01'],
  ['/\ud800', '/%EF%BF%BD'],
])('encodes %j in a header as %s', (path, expected) => {
  expect(locationOf(path)).toBe(expected);
  expect(() => new Headers({ location: locationOf(path) })).not.toThrow();
});

it.each([
  ['', ''],
  ['?p=61&pi=a-b', '?p=61&pi=a-b'],
  ['?payment=a1b2', ''],
  ['?p=61&payment=a1b2', '?p=61'],
  ['?action=resetpassword&token=secret&p=61', '?p=61'],
])('from %j keeps %j', (search, kept) => expect(lastingQuery(search)).toBe(kept));
