import { mayOpen } from '#contract/desk/described/sections.ts';
import type { OperatorRole } from '#contract/desk/roles.ts';
import { configurationPath } from '#contract/site/configuration.ts';
import type { Feature } from '#contract/site/features.ts';
import { findRoute, isDeskPath, isPageWith, isStudioPath } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';

/** Whether a page stays reachable in blocked regions. */
export const staysReachable = (path: string): boolean =>
  path === routes.robots || path === configurationPath.path || isPageWith('everywhere', path);

/** The page, a redirect home, to the studio, its second factor, the desk or their logins, the wrong role's page, or 404. */
export type Admission =
  | 'open'
  | 'home'
  | 'studio'
  | 'studio-login'
  | 'studio-factor'
  | 'desk'
  | 'desk-login'
  | 'wrong-role'
  | 'unknown';

export interface Visitor {
  readonly loggedIn: boolean;
  /** Logged in as a performer. */
  readonly inStudio: boolean;
  /** The performer's login lacks the second factor that the operator requires. */
  readonly lacksFactor?: boolean;
  /** Role of the operator who is logged in. */
  readonly role: OperatorRole | null;
  /** False if the desk has another address. */
  readonly hasDesk: boolean;
  readonly features: Readonly<Record<Feature, boolean>>;
}

/** Checks a route in this order: enabled, allowed for this visitor, valid. */
export function admit(
  path: string,
  query: URLSearchParams,
  { loggedIn, inStudio, lacksFactor = false, role, hasDesk, features }: Visitor,
): Admission {
  if (isStudioPath(path)) return admitToStudio(path, { inStudio, lacksFactor, features });
  if (isDeskPath(path)) return admitToDesk(path, { role, hasDesk, features });
  if (isPageWith(loggedIn ? 'guests' : 'members', path)) return 'home';
  const found = findRoute(path);
  if (!found) return 'open';
  const { route, params } = found;
  if (route.feature && !features[route.feature]) return 'home';
  return route.validate && !route.validate(params, query) ? 'unknown' : 'open';
}

/** Without the feature there is no address below /studio. */
function admitToStudio(
  path: string,
  { inStudio, lacksFactor, features }: Pick<Visitor, 'inStudio' | 'lacksFactor' | 'features'>,
): Admission {
  if (!features.studio) return 'home';
  if (isPageWith('performers', path)) {
    if (!inStudio) return 'studio-login';
    return lacksFactor && path !== routes.studioFactor ? 'studio-factor' : 'open';
  }
  return inStudio && path === routes.studioLogin ? 'studio' : 'open';
}

/** The same for the desk. At the site's address nothing tells that it exists at another one. */
function admitToDesk(
  path: string,
  { role, hasDesk, features }: Pick<Visitor, 'role' | 'hasDesk' | 'features'>,
): Admission {
  if (!features.desk) return 'home';
  if (!hasDesk) return 'unknown';
  if (!isPageWith('operators', path)) return role && path === routes.deskLogin ? 'desk' : 'open';
  if (!role) return 'desk-login';
  return mayOpen(role, path) ? 'open' : 'wrong-role';
}
