import { globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describedSections } from '#contract/desk/described/sections.ts';
import { isPage, machineRoutes, pageRoutes } from '#contract/site/page-routes.ts';
import { expectJoined } from '#contract/testing/joined.ts';

const ROUTES = 'contract/site/page-routes.ts';

/** The page of categories, and that of described sections; the page for errors; men, trans and couples have the page of `/`. */
const withoutRow = ['/:category', '/500', '/desk/:section'];
const lists = ['/men', '/trans', '/couples'];

/** The path of a page's file in the syntax of the routes: `/desk/live/:performer`. */
const pathOf = (file: string): string =>
  file.replace(/^src\/pages|(?:\/index)?\.(?:astro|ts)$/g, '').replace(/\[(?:\.{3})?(\w+)\]/g, ':$1') || '/';

const files = globSync('src/pages/**/*.{astro,ts}').map((file) => ({ file, path: pathOf(file) }));
const withoutParams = (path: string): string => path.replace(/\/:\w+\??$/, '') || '/';

it('has a row for every page', () => {
  expect(files.length).toBeGreaterThan(60);
  const isMachine = (path: string) =>
    machineRoutes.some((root) => path === root || path.startsWith(`${root}/`));
  expectJoined(
    files
      .filter(({ path }) => !withoutRow.includes(path) && !isMachine(path))
      .filter(({ path }) => !isPage(path.replace(/:\w+/g, '7')))
      .map(({ file, path }) => `${file} has no row: add one with the path ${path} to ${ROUTES}`),
  );
});

it('has a page for every row', () => {
  const paths = [...files, ...describedSections].map(({ path }) => withoutParams(path));
  expectJoined(
    pageRoutes
      .filter(({ path }) => !lists.includes(path) && !paths.includes(withoutParams(path)))
      .map(
        ({ name, path }) =>
          `The row ${name} of ${ROUTES} has no page: add src/pages${withoutParams(path)}.astro`,
      ),
  );
});
