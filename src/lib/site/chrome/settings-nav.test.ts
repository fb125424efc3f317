import { expect, test } from 'vitest';
import { namedRoutes, type PageRoute } from '#contract/page-routes.ts';
import { brand } from '../../../content/brand/index.ts';
import { settingsSections, shownSections } from './settings-nav.ts';

const rows: readonly PageRoute[] = namedRoutes;
const rowOf = (route: string) => rows.find(({ name }) => name === route);

test('each section has the path of its route, and is a member’s', () => {
  for (const { route, path } of settingsSections)
    expect(rowOf(route), route).toMatchObject({ path, members: true });
});

test('a section of a feature that is off has no entry', () => {
  expect(shownSections()).toEqual(
    settingsSections.filter(({ feature }) => !feature || brand.features[feature]),
  );
});
