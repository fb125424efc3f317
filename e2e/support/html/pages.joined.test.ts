import { it } from 'vitest';
import { areaOf, namedRoutes, type PageRoute, pageRoutes } from '#contract/site/page-routes.ts';
import { expectJoined } from '#contract/testing/joined.ts';
import { guestPaths } from './html-pages.ts';
import { routeTable } from './route-table.ts';

/** Whether a path of a list is one of the route's pages. */
function isOf({ path: pattern }: PageRoute, listed: string): boolean {
  const [path = ''] = listed.split('?');
  const [wanted, parts] = [pattern.split('/'), path.split('/')];
  return (
    parts.length <= wanted.length &&
    wanted.every((part, at) =>
      part.startsWith(':') ? parts[at] !== undefined || part.endsWith('?') : part === parts[at],
    )
  );
}

/** Why the HTML of a page that guests can open is not checked by e2e/built/pages/html.test.ts. */
const unchecked: Readonly<Record<string, string>> = {
  men: 'a list as /free',
  trans: 'a list as /free',
  couples: 'a list as /free',
  '404': 'as /nothing',
  age: 'redirects',
  consent: 'redirects',
};

it('checks the HTML of every page that guests can open', () => {
  // Those of studio and desk are checked by their own suites.
  const open = pageRoutes.filter(({ path, members }) => areaOf(path) === 'site' && !members);
  expectJoined(
    open
      .filter((route) => !(route.name in unchecked) && !guestPaths.some((path) => isOf(route, path)))
      .map(
        ({ name, path }) =>
          `The HTML of the page ${name} is not checked: add ${path} to guestPaths in e2e/support/html/html-pages.ts, or say in unchecked of e2e/support/html/pages.joined.test.ts why not`,
      ),
  );
});

it('knows the response to a guest at every route of the specification', () => {
  expectJoined(
    namedRoutes
      .filter((route) => !routeTable.some(([path]) => isOf(route, path)))
      .map(
        ({ name, path }) =>
          `The route ${name} has no expected response: add ${path} to e2e/support/html/route-table.ts`,
      ),
  );
});
