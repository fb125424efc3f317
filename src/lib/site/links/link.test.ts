import { describe, expect, it } from 'vitest';
import { createLink, linkFrom, outgoing } from './link.ts';

it.each([
  ['nl', {}, '/', '/'],
  ['en', {}, '/', '/en'],
  ['en', {}, '/profile/Femke', '/en/profile/Femke'],
  ['nl', { p: '77', splash6: 'true' }, '/free', '/free?p=77&splash6=true'],
] as const)('in %s with %j, %s becomes %s', (locale, basic, path, expected) => {
  expect(createLink(locale, basic)(path)).toBe(expected);
});

it('repeats the key of a list, and leaves out undefined', () => {
  expect(createLink('nl', {})('/', { age: ['18-24', '24-30'], page: undefined, language: [] })).toBe(
    '/?age=18-24&age=24-30',
  );
});

it('keeps its own query beside the affiliate’s', () => {
  expect(createLink('nl', { p: '77' })('/free', { page: '2' })).toBe('/free?page=2&p=77');
});

it('creates links from a page’s URL with only its lasting query', () => {
  const link = linkFrom({ pathname: '/en/profile/Noor', search: '?p=77&page=3&Click_id=x' });
  expect(link('/')).toBe('/en?p=77&Click_id=x');
});

describe('P2.73 outgoing', () => {
  const from = { code: '61', source: 'footer' };

  it('adds this brand’s code without an affiliate', () => {
    expect(outgoing('https://performers.example/sign-up', { ...from, affiliate: {} })).toBe(
      'https://performers.example/sign-up?p=61&source=footer',
    );
  });
  it('adds the affiliate’s code, keeps the URL’s query, and drops this site’s own setting', () => {
    const affiliate = { p: '77', pi: 'spring', Click_id: 'a b', splash6: 'true' };
    expect(outgoing('https://performers.example/?lang=nl', { ...from, affiliate })).toBe(
      'https://performers.example/?lang=nl&p=77&pi=spring&Click_id=a+b&source=footer',
    );
  });
});
