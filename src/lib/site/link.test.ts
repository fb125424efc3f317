import { expect, it } from 'vitest';
import { createLink } from './link.ts';

it.each([
  ['nl', {}, '/', '/'],
  ['en', {}, '/', '/en'],
  ['en', {}, '/profile/Femke', '/en/profile/Femke'],
  ['nl', { p: '77', splash6: 'true' }, '/free', '/free?p=77&splash6=true'],
] as const)('in %s carrying %j, %s becomes %s', (locale, basic, path, expected) => {
  expect(createLink(locale, basic)(path)).toBe(expected);
});

it('says each value of a list, and nothing of what is left out', () => {
  expect(createLink('nl', {})('/', { age: ['18-24', '24-30'], page: undefined, language: [] })).toBe(
    '/?age=18-24&age=24-30',
  );
});

it('keeps the query of its own beside what is carried', () => {
  expect(createLink('nl', { p: '77' })('/free', { page: '2' })).toBe('/free?page=2&p=77');
});
