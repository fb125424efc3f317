import { expect, test } from 'vitest';
import { languageLinks } from './languages.ts';

test.each([
  ['/', '', '/', '/en'],
  ['/profile/Femke', '', '/profile/Femke', '/en/profile/Femke'],
  ['/toy', '?page=2&age=18-24&p=77', '/toy?page=2&age=18-24&p=77', '/en/toy?page=2&age=18-24&p=77'],
  ['/', '?action=login&token=x&p=77', '/?p=77', '/en?p=77'],
  ['/toy', '?p=a.b&pi=x', '/toy?pi=x', '/en/toy?pi=x'],
])('P2.74 %s%s links to itself in each language, without one-time query values', (path, search, nl, en) => {
  const links = languageLinks({ locale: 'en', path, search });
  expect(links.slice(0, 2).map(({ href }) => href)).toEqual([nl, en]);
  expect(links.filter(({ current }) => current).map(({ locale }) => locale)).toEqual(['en']);
});

test('P3.25 names each language in that language', () => {
  const links = languageLinks({ locale: 'nl', path: '/', search: '' });
  expect(links.map(({ name, iso }) => [name, iso])).toEqual([
    ['Nederlands', 'nl-NL'],
    ['English', 'en-US'],
    ['Deutsch', 'de-DE'],
  ]);
});
