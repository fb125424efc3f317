import type { Feature } from './features.ts';
import { routes } from './routes.ts';

export type RouteParams = Readonly<Record<string, string>>;

/** A row of the one table of pages, used by middleware, page cache, sitemap and prefetch. */
export interface PageRoute {
  readonly name: string;
  /** Without its locale; `:model?` may be missing. */
  readonly path: string;
  readonly members?: true;
  /** Members are redirected home. */
  readonly guests?: true;
  /** While this feature is off, everybody is redirected home. */
  readonly feature?: Feature;
  /** False answers 404. */
  readonly validate?: (params: RouteParams, query: URLSearchParams) => boolean;
  /** Readable before the age question is answered. */
  readonly beforeAge?: true;
  /** Readable where the site is not served: what explains or decides that. */
  readonly everywhere?: true;
  /** In the sitemap, as a list or as a text with a date. */
  readonly sitemap?: 'list' | 'text';
  /** Its answer depends on who sent the visitor there, so it is never cached. */
  readonly answers?: true;
  /** Never prefetched; its first path part is in `onDemandRoots`. */
  readonly onDemand?: true;
  /** Leads on to another page, or acts by being opened: nobody goes back to it. */
  readonly through?: true;
  /** Takes a form by POST; other pages are only read. */
  readonly form?: true;
}

const isUsername = (name: string): boolean => name.length <= 64 && !/[\p{Cc}/\\]/u.test(name);
const validModel = ({ model = '' }: RouteParams): boolean => isUsername(model);

/** (platform spec 2) The first match wins; any other path is a category's (`category-search`). */
export const namedRoutes = [
  { name: 'index', path: routes.home, sitemap: 'list' },
  { name: 'favourites', path: routes.favourites, members: true },
  { name: 'free', path: routes.free, sitemap: 'list' },
  { name: 'toy', path: routes.toy, sitemap: 'list' },
  { name: 'new-cams', path: routes.newCams, sitemap: 'list' },
  { name: 'men', path: routes.men, sitemap: 'list' },
  { name: 'trans', path: routes.trans, sitemap: 'list' },
  { name: 'couples', path: routes.couples, sitemap: 'list' },
  { name: 'cookies', path: routes.cookies, beforeAge: true, everywhere: true, sitemap: 'text' },
  { name: 'privacy', path: routes.privacy, beforeAge: true, everywhere: true, sitemap: 'text' },
  { name: 'terms-conditions', path: routes.terms, beforeAge: true, everywhere: true, sitemap: 'text' },
  { name: 'forbidden', path: routes.forbidden, beforeAge: true, everywhere: true },
  { name: 'messenger', path: routes.messenger, members: true, feature: 'messenger' },
  {
    name: 'messenger-new-conversation',
    path: routes.newConversation,
    members: true,
    feature: 'messenger',
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
    validate: ({ performer = '' }) => isUsername(performer),
  },
  { name: 'settings', path: routes.settings, members: true },
  { name: 'settings-security', path: routes.settingsSecurity, members: true, answers: true, form: true },
  { name: 'settings-purchases', path: routes.settingsPurchases, members: true },
  { name: 'settings-limits', path: routes.settingsLimits, members: true, form: true },
  { name: 'settings-data', path: routes.settingsData, members: true },
  { name: 'profile', path: '/profile/:model?', validate: validModel },
  { name: 'stream', path: '/stream/:model?', validate: validModel, onDemand: true },
  { name: '404', path: routes.notFound },
] as const satisfies readonly PageRoute[];

/** Pages that are part of another page, so the specification's tables do not list them. */
const supportRoutes = [
  { name: 'withdraw', path: routes.withdraw, members: true, form: true },
  // They know where the visitor came from.
  { name: 'login', path: routes.login, guests: true, answers: true, onDemand: true, form: true },
  { name: 'register', path: routes.register, guests: true, answers: true, onDemand: true, form: true },
  {
    name: 'registered',
    path: routes.registered,
    answers: true,
    onDemand: true,
    through: true,
    form: true,
  },
  {
    name: 'forgot-password',
    path: routes.forgotPassword,
    guests: true,
    answers: true,
    onDemand: true,
    form: true,
  },
  {
    name: 'reset-password',
    path: routes.resetPassword,
    beforeAge: true,
    answers: true,
    onDemand: true,
    through: true,
    form: true,
  },
  { name: 'activate', path: routes.activate, beforeAge: true, onDemand: true, through: true, form: true },
  {
    name: 'confirm-email',
    path: routes.confirmEmail,
    beforeAge: true,
    onDemand: true,
    through: true,
    form: true,
  },
  { name: 'undo-email', path: routes.undoEmail, beforeAge: true, onDemand: true, through: true, form: true },
  {
    name: 'stop-mails',
    path: routes.stopMails,
    beforeAge: true,
    everywhere: true,
    answers: true,
    onDemand: true,
    through: true,
    form: true,
  },
  { name: 'payment', path: '/payment/:model?', beforeAge: true, onDemand: true },
  {
    name: 'report',
    path: '/report/:model?',
    validate: validModel,
    answers: true,
    onDemand: true,
    form: true,
  },
  { name: 'age', path: routes.age, answers: true, onDemand: true, through: true, form: true },
  {
    name: 'consent',
    path: routes.consent,
    everywhere: true,
    answers: true,
    onDemand: true,
    through: true,
    form: true,
  },
  { name: 'gone', path: routes.gone },
  { name: 'unavailable', path: routes.unavailable },
] as const satisfies readonly PageRoute[];

export const pageRoutes: readonly PageRoute[] = [...namedRoutes, ...supportRoutes];

/** Large or streamed, so never kept in the page cache. */
export const machineRoutes = [routes.robots, routes.sitemap, '/sitemaps', '/og', '/common'] as const;

/** First path parts of the former site; all below them redirects home. */
export const formerRoots = [
  ...['style', 'archief', 'respo', 'islive_ein', 'filter', 'categorie', 'betalen', '18jr_65jr'],
  ...['helpdesk', 'no-cache'],
] as const;

export type RouteName = (typeof namedRoutes)[number]['name'] | 'category-search';

export interface FoundRoute {
  readonly route: PageRoute & { readonly name: RouteName };
  readonly params: RouteParams;
}

/** `path` is without its locale; null for an unnamed route. */
export function findRoute(path: string): FoundRoute | null {
  for (const route of namedRoutes) {
    const params = paramsOf(route.path, path);
    if (params) return { route, params };
  }
  return null;
}

/** Whether the table has a page at this path; a category's may be there, too. */
export const isPage = (path: string): boolean =>
  pageRoutes.some((route) => paramsOf(route.path, path) !== null);

export const isPageWith = (
  property: 'members' | 'guests' | 'beforeAge' | 'everywhere' | 'answers' | 'form' | 'through',
  path: string,
): boolean => pageRoutes.some((route) => route[property] === true && paramsOf(route.path, path) !== null);

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
