import { isBelow } from '../start/roots.ts';
import type { Feature } from './features.ts';
import { routes } from './routes.ts';

export type RouteParams = Readonly<Record<string, string>>;

/** A row of the page table, used by middleware, page cache, sitemap and prefetch. */
export interface PageRoute {
  readonly name: string;
  /** Without its locale; `:model?` may be missing. */
  readonly path: string;
  readonly members?: true;
  /** For guests only; members are redirected home. */
  readonly guests?: true;
  /** For performers only; others are redirected to the login of the studio. */
  readonly performers?: true;
  /** For operators only; others are redirected to the login of the desk. */
  readonly operators?: true;
  /** While this feature is off, the page redirects home. */
  readonly feature?: Feature;
  /** The page answers 404 if this returns false. */
  readonly validate?: (params: RouteParams, query: URLSearchParams) => boolean;
  /** Readable before the age question is answered. */
  readonly beforeAge?: true;
  /** Also readable if the site is geo-blocked: pages that explain or decide the block. */
  readonly everywhere?: true;
  /** In the sitemap, as a list or as a text with a date. */
  readonly sitemap?: 'list' | 'text';
  /** The response depends on how the visitor got there, so it is never cached. */
  readonly answers?: true;
  /** Never prefetched; its first path part is in `onDemandRoots`. */
  readonly onDemand?: true;
  /** Leads on to another page or acts when opened, so it is never a page to return to. */
  readonly through?: true;
  /** Accepts a form by POST; other pages are read-only. */
  readonly form?: true;
  /** Explains with `TOO_LARGE` in its query why a form was refused. */
  readonly explains?: true;
}

/** Query of a page after a form that was too large to be read. */
export const TOO_LARGE = { refused: 'large' } as const;

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
  { name: 'settings-decisions', path: routes.settingsDecisions, members: true, form: true },
  { name: 'profile', path: '/profile/:model?', validate: validModel },
  { name: 'stream', path: '/stream/:model?', validate: validModel, onDemand: true },
  { name: '404', path: routes.notFound },
] as const satisfies readonly PageRoute[];

/** Performers work wherever they are, so geo block and age question do not apply. */
const studioPage = {
  feature: 'studio',
  beforeAge: true,
  everywhere: true,
  answers: true,
  onDemand: true,
  form: true,
} as const;

/** The same for operators. */
const deskPage = { ...studioPage, feature: 'desk' } as const;

/** Pages that the specification's tables do not list: they belong to another page, the studio or the desk. */
const supportRoutes = [
  { name: 'affiliate-terms', path: routes.affiliateTerms, beforeAge: true, everywhere: true },
  { name: 'withdraw', path: routes.withdraw, members: true, form: true },
  // These pages depend on the page the visitor came from.
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
  {
    name: 'appeal',
    path: routes.appeal,
    beforeAge: true,
    everywhere: true,
    answers: true,
    onDemand: true,
    through: true,
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
  { name: 'studio', path: routes.studio, performers: true, ...studioPage },
  { name: 'studio-live', path: routes.studioLive, performers: true, ...studioPage },
  { name: 'studio-dock', path: routes.studioDock, performers: true, ...studioPage },
  {
    name: 'studio-messages',
    path: `${routes.studioMessages}/:conversation?`,
    performers: true,
    ...studioPage,
  },
  { name: 'studio-seller', path: routes.studioSeller, performers: true, ...studioPage },
  { name: 'studio-earnings', path: routes.studioEarnings, performers: true, ...studioPage },
  { name: 'studio-statistics', path: routes.studioStatistics, performers: true, ...studioPage },
  { name: 'studio-room', path: routes.studioRoom, performers: true, ...studioPage },
  { name: 'studio-profile', path: routes.studioProfile, performers: true, ...studioPage },
  { name: 'studio-pictures', path: routes.studioPictures, performers: true, ...studioPage },
  { name: 'studio-preview', path: routes.studioPreview, performers: true, ...studioPage },
  { name: 'studio-account', path: routes.studioAccount, performers: true, ...studioPage },
  { name: 'studio-decisions', path: routes.studioDecisions, performers: true, ...studioPage },
  { name: 'studio-factor', path: routes.studioFactor, performers: true, through: true, ...studioPage },
  { name: 'studio-login', path: routes.studioLogin, through: true, ...studioPage },
  // Its queue is at the desk.
  { name: 'studio-apply', path: routes.studioApply, through: true, ...studioPage, feature: 'desk' },
  { name: 'studio-link', path: routes.studioLink, through: true, ...studioPage },
  { name: 'studio-undo', path: routes.studioUndo, through: true, ...studioPage },
  { name: 'studio-logout', path: routes.studioLogout, through: true, ...studioPage },
  { name: 'desk', path: routes.desk, operators: true, ...deskPage },
  { name: 'desk-search', path: routes.deskSearch, operators: true, ...deskPage },
  { name: 'desk-log', path: routes.deskLog, operators: true, ...deskPage },
  { name: 'desk-account', path: routes.deskAccount, operators: true, ...deskPage },
  { name: 'desk-live', path: `${routes.deskLive}/:performer?`, operators: true, ...deskPage },
  { name: 'desk-members', path: `${routes.deskMembers}/:member?`, operators: true, ...deskPage },
  { name: 'desk-refunds', path: routes.deskRefunds, operators: true, ...deskPage },
  { name: 'desk-payouts', path: routes.deskPayouts, operators: true, ...deskPage },
  { name: 'desk-books', path: routes.deskBooks, operators: true, ...deskPage },
  { name: 'desk-payments', path: routes.deskPayments, operators: true, ...deskPage },
  { name: 'desk-disputes', path: routes.deskDisputes, operators: true, ...deskPage },
  { name: 'desk-revenue', path: routes.deskRevenue, operators: true, ...deskPage },
  { name: 'desk-spenders', path: routes.deskSpenders, operators: true, ...deskPage },
  { name: 'desk-changes', path: routes.deskChanges, operators: true, ...deskPage },
  { name: 'desk-operators', path: routes.deskOperators, operators: true, ...deskPage },
  { name: 'desk-refused', path: routes.deskRefused, operators: true, through: true, ...deskPage },
  { name: 'desk-reports', path: `${routes.deskReports}/:case?`, operators: true, ...deskPage },
  { name: 'desk-performers', path: `${routes.deskPerformers}/:performer?`, operators: true, ...deskPage },
  { name: 'desk-applications', path: routes.deskApplications, operators: true, ...deskPage },
  { name: 'desk-pictures', path: routes.deskPictures, operators: true, ...deskPage },
  { name: 'desk-tax', path: routes.deskTax, operators: true, ...deskPage },
  { name: 'desk-identity', path: `${routes.deskIdentity}/:record?`, operators: true, ...deskPage },
  { name: 'desk-depictions', path: routes.deskDepictions, operators: true, ...deskPage },
  { name: 'desk-affiliates', path: routes.deskAffiliates, operators: true, ...deskPage },
  { name: 'desk-law', path: routes.deskLaw, operators: true, ...deskPage },
  { name: 'desk-orders', path: routes.deskOrders, operators: true, ...deskPage },
  { name: 'desk-house', path: routes.deskHouse, operators: true, ...deskPage },
  { name: 'desk-content', path: routes.deskContent, operators: true, explains: true, ...deskPage },
  { name: 'desk-today', path: routes.deskToday, operators: true, ...deskPage },
  { name: 'desk-lock', path: routes.deskLock, operators: true, through: true, ...deskPage },
  { name: 'desk-unavailable', path: routes.deskUnavailable, through: true, ...deskPage },
  { name: 'desk-login', path: routes.deskLogin, through: true, ...deskPage },
  { name: 'desk-link', path: routes.deskLink, through: true, ...deskPage },
  { name: 'desk-logout', path: routes.deskLogout, through: true, ...deskPage },
  { name: 'gone', path: routes.gone },
  { name: 'unavailable', path: routes.unavailable },
] as const satisfies readonly PageRoute[];

export const pageRoutes: readonly PageRoute[] = [...namedRoutes, ...supportRoutes];

/** Large or streamed responses, never kept in the page cache. */
export const machineRoutes = [routes.robots, routes.sitemap, '/sitemaps', '/og', '/common'] as const;

/** First path parts of the former site; every path below them redirects home. */
export const formerRoots = [
  'style',
  'archief',
  'respo',
  'islive_ein',
  'filter',
  'categorie',
  'betalen',
  '18jr_65jr',
  'helpdesk',
  'no-cache',
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

/** Whether the table has a page at this path. Pages of categories are not in the table. */
export const isPage = (path: string): boolean =>
  pageRoutes.some((route) => paramsOf(route.path, path) !== null);

export const isPageWith = (
  property:
    | 'members'
    | 'guests'
    | 'performers'
    | 'operators'
    | 'beforeAge'
    | 'everywhere'
    | 'answers'
    | 'form'
    | 'explains'
    | 'through',
  path: string,
): boolean => pageRoutes.some((route) => route[property] === true && paramsOf(route.path, path) !== null);

/** Whether the path belongs to the studio, which has its own session cookie; also if it has no page. */
export const isStudioPath = (path: string): boolean => isBelow([routes.studio], path);

/** The same for the desk. */
export const isDeskPath = (path: string): boolean => isBelow([routes.desk], path);

/** Parts of the site whose sessions have separate cookies: a browser may be a member's, a performer's and an operator's. */
export type Area = 'site' | 'studio' | 'desk';

export function areaOf(path: string): Area {
  if (isStudioPath(path)) return 'studio';
  return isDeskPath(path) ? 'desk' : 'site';
}

function paramsOf(pattern: string, path: string): RouteParams | null {
  const wanted = pattern.split('/').slice(1);
  const segments = path.split('/').slice(1);
  if (segments.length > wanted.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = segments[index];
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
