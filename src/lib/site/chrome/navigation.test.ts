import { describe, expect, test } from 'vitest';
import {
  isActive,
  mainNavigation,
  memberNavigation,
  modelsNavigation,
  shownItems,
  showsMessenger,
} from './navigation.ts';

const [guest, member] = [{ loggedIn: false }, { loggedIn: true }];
const keys = (items: readonly { key: string; locked: boolean }[]) =>
  items.map(({ key, locked }) => (locked ? `${key} (login)` : key));

test.each([
  ['the main navigation', mainNavigation, guest, ['home']],
  [
    'the models navigation of a guest',
    modelsNavigation,
    guest,
    ['all', 'new-cams', 'toy', 'favourites (login)'],
  ],
  ['the models navigation of a member', modelsNavigation, member, ['all', 'new-cams', 'toy', 'favourites']],
  ['the member menu', memberNavigation, member, ['credits', 'favourites', 'settings', 'logout']],
])('%s shows what is enabled, in order', (_, navigation, visitor, shown) => {
  expect(keys(shownItems(navigation, visitor))).toEqual(shown);
});

test('the order is the items’ own', () => {
  const [first, second] = shownItems(modelsNavigation, member);
  const turned = [{ ...first, order: 9 }, second].flatMap((item) => (item ? [item as never] : []));
  expect(keys(shownItems(turned, member))).toEqual(['new-cams', 'all']);
});

test.each([
  ['/', true],
  ['/favourites', true],
  ['/toy', false],
])('home is active at %s: %s', (path, active) => {
  const [home] = shownItems(mainNavigation, guest);
  expect(home && isActive(home, path)).toBe(active);
});

test.each(['/', '/men', '/trans', '/couples'])('all is active at %s, whoever is listed', (path) => {
  const [all] = shownItems(modelsNavigation, guest);
  expect(all && isActive(all, path)).toBe(true);
});

describe('the messenger’s button', () => {
  test.each([true, false])('with the feature %s is shown alike', (messenger) => {
    expect(showsMessenger({ messenger })).toBe(messenger);
  });
});
