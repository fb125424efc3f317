import { it } from 'vitest';
import { onDemandRoots } from '../start/roots.ts';
import { expectJoined } from '../testing/joined.ts';
import { pageRoutes } from './page-routes.ts';

it('has the first parts of all pages on demand in a list of their own', () => {
  const onDemand = pageRoutes.filter((route) => route.onDemand).map(({ path }) => path.split('/')[1] ?? '');
  const others = pageRoutes.filter((route) => !route.onDemand).map(({ path }) => path.split('/')[1] ?? '');
  expectJoined([
    ...[...new Set(onDemand)]
      .filter((root) => !onDemandRoots.includes(root))
      .map((root) => `/${root} has pages on demand: add it to onDemandRoots in contract/start/roots.ts`),
    ...onDemandRoots
      .filter((root) => !onDemand.includes(root))
      .map(
        (root) =>
          `/${root} has no page on demand (any more): remove it from onDemandRoots in contract/start/roots.ts`,
      ),
    ...onDemandRoots
      .filter((root) => others.includes(root))
      .map(
        (root) =>
          `/${root} is in onDemandRoots of contract/start/roots.ts: give all its rows in contract/site/page-routes.ts \`onDemand\``,
      ),
  ]);
});

it('has a unique name for every route', () => {
  const names = pageRoutes.map(({ name }) => name);
  expectJoined(
    names
      .filter((name, at) => names.indexOf(name) !== at)
      .map((name) => `Two rows of contract/site/page-routes.ts have the name ${name}: rename one`),
  );
});
