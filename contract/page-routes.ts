import type { Feature } from './features.ts';
import { routes } from './routes.ts';

export type RouteParams = Readonly<Record<string, string>>;

/**
 * One row of the one table of pages: what the middleware, the page cache, the sitemap and the prefetch go by. Apart from
 * the addresses (routes.ts), which a page's script needs long before it needs this.
 */
export interface PageRoute {
  readonly name: string;
  /** Without its language; `:model?` is a part that may be missing. */
  readonly path: string;
  /** Guests are sent home. */
  readonly members?: true;
  /** The route exists only while this feature is on; else everybody is sent home. */
  readonly feature?: Feature;
  /** Named by the specification, and not there yet: whoever knows the address is sent home, not into a 404. */
  readonly awaited?: true;
  /** Says no to what no page can be for: a 404. */
  readonly validate?: (params: RouteParams, query: URLSearchParams) => boolean;
  /** Can be read before the age question is answered; nothing on it needs the answer. */
  readonly beforeAge?: true;
  /** Can be read where the site is not served: why, on which terms, and what decides about it. */
  readonly everywhere?: true;
  /** In the sitemap, as a list or as a text with a date. */
  readonly sitemap?: 'list' | 'text';
  /** Takes an answer: what it does depends on who sends the visitor there, so no copy of it is kept. */
  readonly answers?: true;
  /** Fetched only when somebody goes there: it does something, or costs a lot. */
  readonly onDemand?: true;
}

const isUsername = (name: string): boolean => name.length <= 64 && !/[\p{Cc}/\\]/u.test(name);
/** A missing name is the page's to answer: the browser is sent to /404. */
const validModel = ({ model = '' }: RouteParams): boolean => isUsername(model);

/** The route tables of the specification. First fit wins; a path that fits none is a category's (`category-search`). */
export const namedRoutes = [
  { name: 'index', path: routes.home, sitemap: 'list' },
  { name: 'favourites', path: routes.favourites, members: true },
  { name: 'free', path: routes.free, sitemap: 'list' },
  { name: 'toy', path: routes.toy, sitemap: 'list' },
  { name: 'new-cams', path: routes.newCams, sitemap: 'list' },
  { name: 'cookies', path: routes.cookies, beforeAge: true, everywhere: true, sitemap: 'text' },
  { name: 'privacy', path: routes.privacy, beforeAge: true, everywhere: true, sitemap: 'text' },
  { name: 'terms-conditions', path: routes.terms, beforeAge: true, everywhere: true, sitemap: 'text' },
  { name: 'forbidden', path: routes.forbidden, beforeAge: true, everywhere: true },
  { name: 'messenger', path: routes.messenger, members: true, feature: 'messenger', awaited: true },
  {
    name: 'messenger-new-conversation',
    path: routes.newConversation,
    members: true,
    feature: 'messenger',
    awaited: true,
    validate: (_, query) =>
      /^[1-9]\d{0,9}$/.test(query.get('modelId') ?? '') &&
      query.get('model') !== '' &&
      isUsername(query.get('model') ?? '/'),
  },
  {
    name: 'messenger-performer',
    path: `${routes.messenger}/:performer`,
    members: true,
    feature: 'messenger',
    awaited: true,
    validate: ({ performer = '' }) => isUsername(performer),
  },
  { name: 'settings', path: routes.settings, members: true, awaited: true },
  { name: 'profile', path: '/profile/:model?', validate: validModel },
  { name: 'stream', path: '/stream/:model?', validate: validModel, onDemand: true },
  { name: '404', path: routes.notFound },
] as const satisfies readonly PageRoute[];

/** Pages the specification's tables do not name: what they do is part of another page. */
const supportRoutes = [
  { name: 'activate', path: routes.activate, beforeAge: true, onDemand: true },
  { name: 'age', path: routes.age, answers: true, onDemand: true },
  { name: 'consent', path: routes.consent, everywhere: true, answers: true, onDemand: true },
  { name: 'gone', path: routes.gone },
  { name: 'unavailable', path: routes.unavailable },
] as const satisfies readonly PageRoute[];

/** Every page. */
export const pageRoutes: readonly PageRoute[] = [...namedRoutes, ...supportRoutes];

/** Made for machines: large or streamed, so never kept as a page. */
export const machineRoutes = [routes.robots, routes.sitemap, '/sitemaps', '/og'] as const;

/** First parts of addresses that are no page's. */
export const serviceRoots = [
  'api',
  'images',
  'videos',
  'media',
  'dev',
  '_astro',
  'healthz',
  'readyz',
  'metrics',
];

/** First parts of addresses of the former site; they and all below them have become the home page. */
export const formerRoots = [
  ...['style', 'archief', 'respo', 'islive_ein', 'filter', 'categorie', 'betalen', '18jr_65jr'],
  ...['helpdesk', 'no-cache'],
] as const;

export type RouteName = (typeof namedRoutes)[number]['name'] | 'category-search';

export interface FoundRoute {
  readonly route: PageRoute & { readonly name: RouteName };
  readonly params: RouteParams;
}

/** The named route of a path (without its language), with its parts decoded; null where none is named. */
export function findRoute(path: string): FoundRoute | null {
  for (const route of namedRoutes) {
    const params = paramsOf(route.path, path);
    if (params) return { route, params };
  }
  return null;
}

/** Whether a path (without its language) is that of a page with this property. */
export const isPageWith = (
  property: 'beforeAge' | 'everywhere' | 'answers' | 'onDemand',
  path: string,
): boolean => pageRoutes.some((route) => route[property] === true && paramsOf(route.path, path) !== null);

/** Whether a path is below one of these first parts. */
export const isBelow = (roots: readonly string[], path: string): boolean =>
  roots.some((root) => path === root || path.startsWith(`${root}/`));

function paramsOf(pattern: string, path: string): RouteParams | null {
  const wanted = pattern.split('/').slice(1);
  const given = path.split('/').slice(1);
  if (given.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index];
    const name = /^:(\w+)(\??)$/.exec(part);
    if (!name) {
      if (value !== part) return null;
    } else if (value !== undefined && value !== '') {
      params[name[1] ?? ''] = decode(value);
    } else if (!name[2]) {
      return null;
    }
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
