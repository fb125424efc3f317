import { $drawer, $modal, closeDrawer, closeModal, openLate } from '#lib/shell/start/dialogs.ts';
import { $toast } from '#lib/shell/start/feedback.ts';
import { $session } from '#lib/shell/start/session.ts';
import { type Hook, readHook } from '../lib/shell/start/hooks.ts';
import { scrollBars, showUrl, startLoader } from './at-once.ts';
import { startBackground } from './background/start-background.ts';
import { startAgeGate, startConsent } from './consent.ts';
import {
  dropWhatIsLate,
  followAttention,
  followNativeOverlays,
  helpDialogs,
  modalHost,
  openDrawerOf,
  openModalOf,
} from './dialogs.ts';

export interface PageFacts {
  readonly loggedIn: boolean;
}

type Act = (element: HTMLElement) => unknown;

interface Store {
  listen(listener: (value: unknown) => void): () => void;
}

/** What to run on a finished page, and when. `load` imports code that is not needed at once. */
export type Enhancement =
  | { readonly when: 'now'; readonly act: () => void }
  /** When an element has this hook. */
  | { readonly when: 'present'; readonly hook: Hook; readonly load: (page: PageFacts) => Promise<Act> }
  /** When the page is idle. */
  | {
      readonly when: 'idle';
      readonly hook?: Hook;
      readonly members?: true;
      readonly load: () => Promise<Act>;
    }
  /** On the first focus of an element with this hook. */
  | { readonly when: 'focus'; readonly hook: Hook; readonly load: () => Promise<Act> }
  /** On a click in an element with this hook; `instead` of following its link. */
  | { readonly when: 'press'; readonly hook: Hook; readonly act: Act; readonly instead?: true }
  /** When the page's URL has this query key. */
  | { readonly when: 'asked'; readonly key: string; readonly load: () => Promise<(page: PageFacts) => void> }
  /** When the store first has a value. */
  | {
      readonly when: 'filled';
      readonly store: Store;
      readonly guests?: true;
      /** Empties the store when the code cannot be loaded. */
      readonly close?: () => void;
      readonly load: () => Promise<() => unknown>;
    };

const favourites = () => import('./favourites.ts');
const tabs = () => import('./late/tabs.ts');

/** In order of start. */
export const registry: readonly Enhancement[] = [
  // Links to the pages that do the same without script.
  { when: 'press', hook: 'modal', instead: true, act: openModalOf },
  { when: 'press', hook: 'drawer', act: openDrawerOf },
  {
    when: 'press',
    hook: 'scheme-choice',
    act: (button) => import('./late/scheme.ts').then((m) => m.pressScheme(button)),
  },
  {
    when: 'press',
    hook: 'favourite',
    // For a guest it opens a dialog.
    act: (heart) =>
      readHook(heart, 'guest') === undefined
        ? favourites().then((m) => m.toggleFavourite(heart))
        : openLate(favourites(), (m) => m.toggleFavourite(heart)),
  },
  {
    when: 'press',
    hook: 'gallery-item',
    instead: true,
    act: (item) => openLate(import('./gallery-viewer.ts'), (m) => m.viewFrom(item)),
  },
  { when: 'press', hook: 'tab', act: (tab) => tabs().then((m) => m.openTab(tab)) },
  { when: 'focus', hook: 'tabs', load: () => tabs().then((m) => m.steerTabs) },
  { when: 'now', act: helpDialogs },
  { when: 'now', act: followAttention },
  { when: 'now', act: followNativeOverlays },
  { when: 'now', act: dropWhatIsLate },
  { when: 'now', act: startAgeGate },
  { when: 'now', act: startConsent },
  { when: 'now', act: showUrl },
  { when: 'now', act: scrollBars },
  { when: 'now', act: startLoader },
  // Every page runs it soon: a separate file would weigh more than its code.
  { when: 'idle', load: async () => startBackground },
  { when: 'idle', hook: 'favourite', members: true, load: () => favourites().then(() => () => {}) },
  {
    when: 'asked',
    key: 'action',
    load: () => import('#lib/late/run-action.ts').then((m) => m.runAction),
  },
  {
    when: 'asked',
    key: 'payment',
    load: () => import('#lib/late/return-from-payment.ts').then((m) => m.returnFromPayment),
  },
  {
    when: 'present',
    hook: 'list',
    load: (page) => import('./list/list-page.ts').then((m) => (list) => m.startList(list, page)),
  },
  { when: 'focus', hook: 'search', load: () => import('./list/search-box.ts').then((m) => m.startSearch) },
  {
    when: 'filled',
    store: $session,
    guests: true,
    load: () => import('./account/guest-account.ts').then((m) => m.watchSession),
  },
  {
    when: 'filled',
    store: $modal,
    close: closeModal,
    load: () => modalHost().then((m) => m.mountModalHost),
  },
  {
    when: 'filled',
    store: $drawer,
    close: closeDrawer,
    load: () => import('../islands/hosts/DrawerHost.tsx').then((m) => m.mountDrawerHost),
  },
  {
    when: 'filled',
    store: $toast,
    load: () => import('../islands/late/ToastHost.tsx').then((m) => m.mountToastHost),
  },
];
