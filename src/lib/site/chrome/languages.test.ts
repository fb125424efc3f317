import { expect, test } from 'vitest';
import { languageLinks } from './languages.ts';

test.each([
  ['/', '', '/', '/en'],
  ['/profile/Femke', '', '/profile/Femke', '/en/profile/Femke'],
  ['/toy', '?page=2&age=18-24&p=77', '/toy?page=2&age=18-24&p=77', '/en/toy?page=2&age=18-24&p=77'],
  ['/', '?action=login&token=x&p=77', '/?p=77', '/en?p=77'],
  ['/toy', '?p=a.b&pi=x', '/toy?pi=x', '/en/toy?pi=x'],
])('%s%s has itself in each language, without what was meant for one visit', (path, search, nl, en) => {
  const links = languageLinks({ locale: 'en', path, search });
  expect(links.map(({ href }) => href)).toEqual([nl, en]);
  expect(links.map(({ current }) => current)).toEqual([false, true]);
});
