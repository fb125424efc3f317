import type { namedRoutes } from '#contract/site/page-routes.ts';
import { routes } from '#contract/site/routes.ts';
import { LOW_CREDITS } from '#contract/wallet/prices.ts';
import type { MessageKey, Translate } from '../i18n.ts';
import { formatNumber } from '../numbers.ts';

export type NavAction =
  | { readonly go: string; readonly alsoAt?: readonly string[] }
  | { readonly drawer: 'wallet' }
  | { readonly act: 'logout' };

export interface NavItem {
  readonly key: string;
  readonly action: NavAction;
  readonly order: number;
  readonly disabled: boolean;
  readonly alt: MessageKey;
  readonly isLoginRequired: boolean;
}

export type RouteName = (typeof namedRoutes)[number]['name'];
type Row = Omit<NavItem, 'order' | 'disabled' | 'isLoginRequired'> & Partial<NavItem>;

/** Numbers the rows in order; items are public unless a row says otherwise. */
const items = (rows: readonly Row[]): readonly NavItem[] =>
  rows.map((row, index) => ({ order: index + 1, disabled: false, isLoginRequired: false, ...row }));

export const mainNavigation = items([
  { key: 'home', alt: 'nav.home', action: { go: routes.home, alsoAt: [routes.favourites] } },
  { key: 'media', alt: 'nav.media', action: { go: '/media' }, disabled: true },
  { key: 'events', alt: 'nav.events', action: { go: '/events' }, disabled: true },
]);

/** Free performers come first in every list; their page is linked in the footer. */
export const modelsNavigation = items([
  {
    key: 'all',
    alt: 'nav.all',
    action: { go: routes.home, alsoAt: [routes.men, routes.trans, routes.couples] },
  },
  { key: 'free', alt: 'nav.free', action: { go: routes.free }, disabled: true },
  { key: 'new-cams', alt: 'nav.new', action: { go: routes.newCams } },
  { key: 'toy', alt: 'nav.toy', action: { go: routes.toy } },
  { key: 'favourites', alt: 'nav.favourites', action: { go: routes.favourites }, isLoginRequired: true },
]);

export const memberNavigation = items([
  {
    key: 'profile',
    alt: 'header.profile',
    action: { go: routes.settings },
    disabled: true,
    isLoginRequired: true,
  },
  {
    key: 'messages',
    alt: 'header.messages',
    action: { go: routes.messenger },
    disabled: true,
    isLoginRequired: true,
  },
  { key: 'credits', alt: 'header.addCredits', action: { drawer: 'wallet' }, isLoginRequired: true },
  { key: 'favourites', alt: 'header.favourites', action: { go: routes.favourites }, isLoginRequired: true },
  {
    key: 'settings',
    alt: 'header.settings',
    action: { go: routes.settings },
    isLoginRequired: true,
  },
  { key: 'logout', alt: 'header.logout', action: { act: 'logout' }, isLoginRequired: true },
]);

export interface ShownItem extends NavItem {
  /** Requires a login first. */
  readonly locked: boolean;
}

export function shownItems(navigation: readonly NavItem[], visitor: { loggedIn: boolean }): ShownItem[] {
  return navigation
    .filter(({ disabled }) => !disabled)
    .map((item) => ({ ...item, locked: item.isLoginRequired && !visitor.loggedIn }))
    .sort((a, b) => a.order - b.order);
}

/** `path` is without its locale. */
export function isActive({ action }: NavItem, path: string): boolean {
  return 'go' in action && (action.go === path || (action.alsoAt ?? []).includes(path));
}

/** True only if the brand has the feature. */
export const showsMessenger = (features: { readonly messenger: boolean }): boolean => features.messenger;

/** Texts of a member's header that change while the page is open. */
export const accountTexts: readonly string[] = [
  'header.account',
  'header.creditsUnit_one',
  'header.creditsUnit_other',
  'header.greeting',
  'header.lowCredits',
  'header.messages',
  'header.unread_one',
  'header.unread_other',
];

export interface AccountWords {
  readonly balance: string;
  readonly unit: string;
  /** Null while the balance is high enough. */
  readonly low: string | null;
  /** Name of the menu's button. */
  readonly account: string;
  readonly greeting: string;
}

/** Rendered by the server, and again by the browser when the values change. */
export function accountWords(
  { username, credits }: { readonly username: string; readonly credits: number },
  { t, locale }: { readonly t: Translate; readonly locale: string },
): AccountWords {
  return {
    balance: formatNumber(credits, locale),
    unit: t('header.creditsUnit', { count: credits }),
    low: credits <= LOW_CREDITS ? t('header.lowCredits') : null,
    account: `${username}, ${t('header.account')}`,
    greeting: t('header.greeting', { username }),
  };
}
