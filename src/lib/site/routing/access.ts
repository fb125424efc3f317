import { configurationPath } from '#contract/configuration.ts';
import type { Feature } from '#contract/features.ts';
import { findRoute, isPageWith } from '#contract/page-routes.ts';
import { routes } from '#contract/routes.ts';

/** Whether a page can be read where the site is not served. */
export const staysReachable = (path: string): boolean =>
  path === routes.robots || path === configurationPath.path || isPageWith('everywhere', path);

/** The page, a redirect home, or 404. */
export type Admission = 'open' | 'home' | 'unknown';

export interface Visitor {
  readonly loggedIn: boolean;
  readonly features: Readonly<Record<Feature, boolean>>;
}

/** Checks a route in this order: switched on, allowed for this visitor, valid. */
export function admit(path: string, query: URLSearchParams, { loggedIn, features }: Visitor): Admission {
  if (isPageWith(loggedIn ? 'guests' : 'members', path)) return 'home';
  const found = findRoute(path);
  if (!found) return 'open';
  const { route, params } = found;
  if (route.feature && !features[route.feature]) return 'home';
  return route.validate && !route.validate(params, query) ? 'unknown' : 'open';
}
