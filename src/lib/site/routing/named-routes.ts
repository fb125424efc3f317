import type { Feature } from '../../../content/brand/types.ts';

/** One row of the specification's route tables. */
interface NamedRoute {
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
}

export type RouteParams = Readonly<Record<string, string>>;

const isUsername = (name: string): boolean => name.length <= 64 && !/[\p{Cc}/\\]/u.test(name);
/** A missing name is the page's to answer: the browser is sent to /404. */
const validModel = ({ model = '' }: RouteParams): boolean => isUsername(model);

/** First fit wins. A path that fits none is a category's (`category-search`), or one of machines' alone. */
export const namedRoutes = [
  { name: 'index', path: '/' },
  { name: 'favourites', path: '/favourites', members: true },
  { name: 'free', path: '/free' },
  { name: 'toy', path: '/toy' },
  { name: 'new-cams', path: '/new-cams' },
  { name: 'cookies', path: '/cookies' },
  { name: 'privacy', path: '/privacy' },
  { name: 'terms-conditions', path: '/terms-conditions' },
  { name: 'forbidden', path: '/forbidden' },
  { name: 'messenger', path: '/messenger', members: true, feature: 'messenger', awaited: true },
  {
    name: 'messenger-new-conversation',
    path: '/messenger/new-conversation',
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
    path: '/messenger/:performer',
    members: true,
    feature: 'messenger',
    awaited: true,
    validate: ({ performer = '' }) => isUsername(performer),
  },
  { name: 'settings', path: '/settings', members: true, awaited: true },
  { name: 'profile', path: '/profile/:model?', validate: validModel },
  { name: 'stream', path: '/stream/:model?', validate: validModel },
  { name: '404', path: '/404' },
] as const satisfies readonly NamedRoute[];

export type RouteName = (typeof namedRoutes)[number]['name'] | 'category-search';

export interface FoundRoute {
  readonly route: NamedRoute & { readonly name: RouteName };
  readonly params: RouteParams;
}

/** The route a path (without its language) names, with its parts decoded; null where none is named. */
export function findRoute(path: string): FoundRoute | null {
  for (const route of namedRoutes) {
    const params = paramsOf(route.path, path);
    if (params) return { route, params };
  }
  return null;
}

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
