import { expect, test } from 'vitest';
import { namedRoutes, type PageRoute } from '#contract/site/page-routes.ts';
import { brand } from '../../../content/brand/index.ts';
import { settingsSections, shownSections } from './sections.ts';

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
