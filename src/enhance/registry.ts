import { $drawer } from '#lib/shell/drawer.ts';
import { $modal } from '#lib/shell/modal.ts';
import { $toast } from '#lib/shell/toast.ts';
import { startAgeGate } from './age-gate.ts';
import { startConsent } from './consent.ts';
import { helpDialogs, openDrawerOf, openModalOf } from './dialogs.ts';
import type { Hook } from './hooks.ts';
import { startLoader } from './loader.ts';
import { pressScheme } from './scheme.ts';
import { showUrl } from './shown-url.ts';
import { scrollToCategory, startTabs } from './tabs.ts';

/** What an enhancement is told of the page. */
export interface PageFacts {
  readonly loggedIn: boolean;
}

/** Acts on an element; what it answers is nobody's. */
type Act = (element: HTMLElement) => unknown;

interface Store {
  listen(listener: (value: unknown) => void): () => void;
}

/** One thing that is done for a finished page, and when. What is not needed at once is fetched by `load`. */
export type Enhancement =
  /** As soon as the script runs. */
  | { readonly when: 'now'; readonly act: () => void }
  /** As soon as the script runs, where the page has an element with this hook. */
  | { readonly when: 'present'; readonly hook: Hook; readonly load: (page: PageFacts) => Promise<Act> }
  /** The same, once the page is idle. */
  | {
      readonly when: 'idle';
      readonly hook?: Hook;
      readonly members?: true;
      readonly load: () => Promise<Act>;
    }
  /** When an element with this hook is first focused. */
  | { readonly when: 'focus'; readonly hook: Hook; readonly load: () => Promise<Act> }
  /** When something in an element with this hook is pressed; `instead` of where a link leads. */
  | { readonly when: 'press'; readonly hook: Hook; readonly act: Act; readonly instead?: true }
  /** When the page's address has this key. */
  | { readonly when: 'asked'; readonly key: string; readonly load: () => Promise<(page: PageFacts) => void> }
  /** When a store first holds something. */
  | { readonly when: 'filled'; readonly store: Store; readonly load: () => Promise<() => unknown> };

const favourites = () => import('./favourites.ts');

/** Everything a script does for a page beside its islands, in the order in which it begins. */
export const registry: readonly Enhancement[] = [
  { when: 'press', hook: 'modal', act: openModalOf },
  { when: 'press', hook: 'drawer', act: openDrawerOf },
  { when: 'press', hook: 'scheme-choice', act: pressScheme },
  { when: 'press', hook: 'favourite', act: (heart) => favourites().then((m) => m.toggleFavourite(heart)) },
  {
    when: 'press',
    hook: 'gallery-item',
    instead: true,
    act: (item) => import('./gallery-viewer.ts').then((m) => m.viewFrom(item)),
  },
  { when: 'now', act: helpDialogs },
  { when: 'now', act: startAgeGate },
  { when: 'now', act: startConsent },
  { when: 'now', act: startTabs },
  { when: 'now', act: showUrl },
  { when: 'now', act: scrollToCategory },
  { when: 'now', act: startLoader },
  { when: 'idle', load: () => import('./background/start-background.ts').then((m) => m.startBackground) },
  { when: 'idle', hook: 'promo', load: () => import('./promo.ts').then((m) => m.offerPromo) },
  { when: 'idle', hook: 'favourite', members: true, load: () => favourites().then(() => () => {}) },
  {
    when: 'asked',
    key: 'action',
    load: () => import('#lib/member/account/run-action.ts').then((m) => m.runAction),
  },
  {
    when: 'asked',
    key: 'payment',
    load: () => import('#lib/wallet/purchase/return-from-payment.ts').then((m) => m.returnFromPayment),
  },
  {
    when: 'present',
    hook: 'list',
    load: (page) => import('./list/list-page.ts').then((m) => (list) => m.startList(list, page)),
  },
  { when: 'focus', hook: 'search', load: () => import('./list/search-box.ts').then((m) => m.startSearch) },
  {
    when: 'filled',
    store: $modal,
    load: () => import('../islands/ModalHost.tsx').then((m) => m.mountModalHost),
  },
  {
    when: 'filled',
    store: $drawer,
    load: () => import('../islands/DrawerHost.tsx').then((m) => m.mountDrawerHost),
  },
  {
    when: 'filled',
    store: $toast,
    load: () => import('../islands/ToastHost.tsx').then((m) => m.mountToastHost),
  },
];
