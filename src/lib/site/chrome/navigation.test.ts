import { describe, expect, test } from 'vitest';
import { namedRoutes, type PageRoute } from '#contract/site/page-routes.ts';
import { brand } from '../../../content/brand/index.ts';
import {
  isActive,
  mainNavigation,
  memberNavigation,
  modelsNavigation,
  shownItems,
  showsMessenger,
} from './navigation.ts';
import { settingsSections, shownSections } from './sections.ts';

const [guest, member] = [{ loggedIn: false }, { loggedIn: true }];
const keys = (items: readonly { key: string; locked: boolean }[]) =>
  items.map(({ key, locked }) => (locked ? `${key} (login)` : key));

test.each([
  ['P2.62 the main navigation', mainNavigation, guest, ['home']],
  [
    'P2.64 L2.13 the models navigation of a guest',
    modelsNavigation,
    guest,
    ['all', 'new-cams', 'toy', 'favourites (login)'],
  ],
  [
    'P2.64 L2.13 the models navigation of a member',
    modelsNavigation,
    member,
    ['all', 'new-cams', 'toy', 'favourites'],
  ],
  ['P2.63 the member menu', memberNavigation, member, ['credits', 'favourites', 'settings', 'logout']],
])('%s shows the enabled items, in order', (_, navigation, visitor, shown) => {
  expect(keys(shownItems(navigation, visitor))).toEqual(shown);
});

test.each([
  ['P2.62', mainNavigation, ['media', 'events']],
  ['P2.63', memberNavigation, ['profile', 'messages']],
  ['P2.64 L2.13', modelsNavigation, ['free']],
])('%s has disabled items', (_, navigation, disabled) => {
  expect(navigation.filter((item) => item.disabled).map(({ key }) => key)).toEqual(disabled);
});

test('P2.65 every item has the fields of the specification', () => {
  const fields = ['action', 'alt', 'disabled', 'isLoginRequired', 'key', 'order'];
  for (const item of [...mainNavigation, ...modelsNavigation, ...memberNavigation])
    expect(Object.keys(item).sort(), item.key).toEqual(fields);
});

test('P2.65 items are ordered by position', () => {
  const [first, second] = shownItems(modelsNavigation, member);
  const turned = [{ ...first, order: 9 }, second].flatMap((item) => (item ? [item as never] : []));
  expect(keys(shownItems(turned, member))).toEqual(['new-cams', 'all']);
});

test.each([
  ['/', true],
  ['/favourites', true],
  ['/toy', false],
])('P2.62 home is active at %s: %s', (path, active) => {
  const [home] = shownItems(mainNavigation, guest);
  expect(home && isActive(home, path)).toBe(active);
});

test.each(['/', '/men', '/trans', '/couples'])('all is active at %s, for every gender', (path) => {
  const [all] = shownItems(modelsNavigation, guest);
  expect(all && isActive(all, path)).toBe(true);
});

describe('P2.59 the messenger’s button', () => {
  test.each([true, false])('is the same with the feature %s', (messenger) => {
    expect(showsMessenger({ messenger })).toBe(messenger);
  });
});

const rows: readonly PageRoute[] = namedRoutes;
const rowOf = (route: string) => rows.find(({ name }) => name === route);

test('P2.17 each section has the path of its route, and is for members only', () => {
  for (const { route, path } of settingsSections)
    expect(rowOf(route), route).toMatchObject({ path, members: true });
});

test('hides the section of a disabled feature', () => {
  expect(shownSections()).toEqual(
    settingsSections.filter(({ feature }) => !feature || brand.features[feature]),
  );
});
