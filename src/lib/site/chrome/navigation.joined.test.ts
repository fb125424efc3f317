import { it } from 'vitest';
import { operatorRoles } from '#contract/desk/roles.ts';
import { pageRoutes } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { allStudioSections, deskSections, settingsSections } from './sections.ts';

/** Pages that a navigation does not link: the header, another page or the server leads there. */
const linkedElsewhere: readonly string[] = [
  routes.deskAccount,
  routes.deskLock,
  routes.deskRefused,
  routes.deskSearch,
  routes.settingsDecisions,
  routes.studioDecisions,
  routes.studioDock,
  routes.studioFactor,
  routes.studioPreview,
  routes.withdraw,
];

const sentences = (paths: readonly string[], sections: readonly { path: string }[], file: string): string[] =>
  paths
    .map((path) => path.replace(/\/:\w+\?$/, ''))
    .filter((path) => !linkedElsewhere.includes(path) && !sections.some((section) => section.path === path))
    .map(
      (path) =>
        `${path} is linked by no section: add one to ${file}, or the path to linkedElsewhere in src/lib/site/chrome/navigation.joined.test.ts`,
    );

it('links every page of the desk', () => {
  const paths = pageRoutes.filter(({ operators }) => operators).map(({ path }) => path);
  expectJoined(sentences(paths, operatorRoles.flatMap(deskSections), 'src/lib/site/chrome/sections.ts'));
});

it('links every page of the studio', () => {
  const paths = pageRoutes.filter(({ performers }) => performers).map(({ path }) => path);
  expectJoined(sentences(paths, allStudioSections, 'src/lib/site/chrome/sections.ts'));
});

it('links every page of the settings', () => {
  const paths = pageRoutes.map(({ path }) => path).filter((path) => path.startsWith(routes.settings));
  expectJoined(sentences(paths, settingsSections, 'src/lib/site/chrome/sections.ts'));
});
