import type { Feature } from '../../content/brand/types.ts';
import { routes } from './routes.ts';

/** Routes that exist only while a feature is on. */
const featureRoutes: Readonly<Record<string, Feature>> = { '/messenger': 'messenger' };

/** Routes for members only. */
const protectedRoutes: readonly string[] = [routes.favourites, '/messenger', '/settings'];

const covers = (route: string, path: string): boolean => path === route || path.startsWith(`${route}/`);

/** What is read also where the site is not served: why, on which terms, and what machines may fetch. */
const reachable: readonly string[] = [
  routes.forbidden,
  routes.cookies,
  routes.privacy,
  routes.terms,
  '/robots.txt',
];

export const staysReachable = (path: string): boolean => reachable.includes(path);

/** Whether this visitor may open the path; a false answer sends home. */
export function mayOpen(
  path: string,
  who: { loggedIn: boolean; features: Readonly<Record<Feature, boolean>> },
): boolean {
  const off = Object.entries(featureRoutes).some(
    ([route, feature]) => covers(route, path) && !who.features[feature],
  );
  if (off) return false;
  return who.loggedIn || !protectedRoutes.some((route) => covers(route, path));
}
