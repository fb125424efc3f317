import { expect, test } from 'vitest';
import { namedRoutes, type PageRoute } from '#contract/page-routes.ts';
import { settingsSections, shownSections } from './settings-nav.ts';

const rows: readonly PageRoute[] = namedRoutes;
const rowOf = (route: string) => rows.find(({ name }) => name === route);

test('each section has the path of its route, and is a member’s', () => {
  for (const { route, path } of settingsSections)
    expect(rowOf(route), route).toMatchObject({ path, members: true });
});

test('a section that is not built has no entry', () => {
  const built = settingsSections.filter(({ route }) => !rowOf(route)?.awaited);
  expect(shownSections()).toEqual(built);
  expect(shownSections((route) => route === 'settings').map(({ path }) => path)).toEqual(['/settings']);
});
