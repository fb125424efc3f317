import type { Feature } from '../../../content/brand/types.ts';
import { routes } from '../routes.ts';
import { findRoute } from './named-routes.ts';

/** What is read also where the site is not served: why, on which terms, and what machines may fetch. */
const reachable: readonly string[] = [
  routes.forbidden,
  routes.cookies,
  routes.privacy,
  routes.terms,
  routes.consent,
  '/robots.txt',
];

export const staysReachable = (path: string): boolean => reachable.includes(path);

/** What becomes of a visitor who asks for a path: the page, home, or a 404. */
export type Admission = 'open' | 'home' | 'unknown';

export interface Visitor {
  readonly loggedIn: boolean;
  readonly features: Readonly<Record<Feature, boolean>>;
}

/** Asks the route's own conditions in their order: is it there, may this visitor see it, can a page be for it. */
export function admit(path: string, query: URLSearchParams, { loggedIn, features }: Visitor): Admission {
  const found = findRoute(path);
  if (!found) return 'open';
  const { route, params } = found;
  if (route.awaited || (route.feature && !features[route.feature])) return 'home';
  if (route.members && !loggedIn) return 'home';
  return route.validate && !route.validate(params, query) ? 'unknown' : 'open';
}
