import type { Drawer } from '../lib/shell/drawer.ts';
import type { ModalType } from '../lib/shell/modal.ts';
import type { Scheme } from '../lib/site/scheme.ts';

/** Every `data-` attribute that markup writes for a script, with what it says. `''` marks an element, and says no more. */
export interface Hooks {
  /** Opens a dialog. */
  modal: ModalType;
  /** Pulls out a drawer. */
  drawer: Drawer;
  'scheme-choice': Scheme;
  /** Adds or removes a favourite, by the performer's user id. */
  favourite: number;
  /** The performer's name, for what is said of a heart. */
  name: string;
  /** Pressing the heart asks for a login first. */
  guest: '';
  /** A picture or film of an album: a `GalleryItem` as JSON. */
  'gallery-item': string;
  gallery: 'page' | 'close' | 'stage' | 'caption' | 'previous' | 'next';
  /** What a part of the gallery says, with `#` for numbers. */
  text: string;
  tabs: '';
  open: '';
  'category-bar': '';
  /** The buttons of a visitor who is not logged in. */
  'guest-account': '';
  /** The URL the browser shows for a page that was answered elsewhere. */
  'shown-url': string;
  /** Sends the activation form by itself. */
  activate: '';
  /** The stream of the page: a `Stream` as JSON. */
  stream: string;
  list: '';
  /** Words for a status, as JSON. */
  words: string;
  cards: '';
  /** A performer's card, by user id. */
  user: number;
  /** The look of a status. */
  status: string;
  'list-total': '';
  'list-news': '';
  /** What is said when a page of the list came by itself. */
  added: string;
  'list-pill': '';
  'list-pill-number': '';
  /** A link to the same list in another view: it takes the list's place. */
  swap: '';
  'filters-open': '';
  'filters-close': '';
  filters: '';
  more: '';
  'more-waits': '';
  'more-failed': '';
  'more-link': '';
  /** The dialog that is offered once a session. */
  promo: '';
  search: 'favourites' | 'everyone';
  'search-found': '';
  /** What is said when nothing was found. */
  none: string;
}
export type Hook = keyof Hooks;

/** The attribute, for markup: `<button {...hook('modal', 'Login')}>`. */
export const hook = <Name extends Hook>(name: Name, value: Hooks[Name]): Record<string, string> => ({
  [`data-${name}`]: String(value),
});

/** The selector, for scripts; with a value, of elements that say just that. */
export const hooked = <Name extends Hook>(name: Name, value?: Hooks[Name]): string =>
  value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`;

/** The cards of a list, in the order in which they are shown. */
export const cardsSelector = `${hooked('cards')} > ${hooked('user')}`;

/** The first element with this hook. */
export const find = <Found extends HTMLElement = HTMLElement>(within: ParentNode, name: Hook): Found | null =>
  within.querySelector<Found>(hooked(name));

export const findAll = <Found extends HTMLElement = HTMLElement>(within: ParentNode, name: Hook): Found[] => [
  ...within.querySelectorAll<Found>(hooked(name)),
];

/** The element with this hook that an event happened in. */
export const closest = <Found extends HTMLElement = HTMLElement>(
  target: EventTarget | null,
  name: Hook,
): Found | null => (target instanceof Element ? target.closest<Found>(hooked(name)) : null);

/** What an element says under a hook; undefined where it has none. Markup is ours, so the value is believed. */
export const said = <Name extends Hook>(element: Element, name: Name): string | undefined =>
  element.getAttribute(`data-${name}`) ?? undefined;
