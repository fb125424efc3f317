import { describe, expect, it } from 'vitest';
import { createLink, linkFrom, outgoing } from './link.ts';

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

it('makes links from the address of a page, and carries only what travels', () => {
  const link = linkFrom({ pathname: '/en/profile/Noor', search: '?p=77&page=3&Click_id=x' });
  expect(link('/')).toBe('/en?p=77&Click_id=x');
});

describe('outgoing', () => {
  const from = { code: '61', source: 'footer' };

  it('names this brand where nobody sent the visitor', () => {
    expect(outgoing('https://performers.example/sign-up', { ...from, affiliate: {} })).toBe(
      'https://performers.example/sign-up?p=61&source=footer',
    );
  });
  it('names who did, keeps the query of the address, and leaves the wish of this site here', () => {
    const affiliate = { p: '77', pi: 'spring', Click_id: 'a b', splash6: 'true' };
    expect(outgoing('https://performers.example/?lang=nl', { ...from, affiliate })).toBe(
      'https://performers.example/?lang=nl&p=77&pi=spring&Click_id=a+b&source=footer',
    );
  });
});
