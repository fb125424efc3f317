import type { Scheme } from '../../site/scheme.ts';
import type { Drawer, ModalType } from './dialogs.ts';

/** Parts of a member's header that follow the stores or can be clicked. */
export type AccountPart =
  | 'claim'
  | 'refused'
  | 'wallet'
  | 'balance'
  | 'unit'
  | 'messages'
  | 'unread'
  | 'menu'
  | 'username'
  | 'greeting'
  | 'log-out';

/** All `data-` attributes that markup sets for scripts, with their values. `''` only marks an element. */
export interface Hooks {
  modal: ModalType;
  drawer: Drawer;
  /** What a click within may open; preloaded when the pointer or the focus comes near. */
  opens: ModalType | Drawer;
  'scheme-choice': Scheme;
  /** The performer's user id. */
  favourite: number;
  /** A link that leads to a conversation; the performer's user id. */
  message: number;
  /** The performer's name, for the messages of a heart. */
  name: string;
  /** Pressing the heart asks for a login first. */
  guest: '';
  /** A `GalleryItem` as JSON. */
  'gallery-item': string;
  gallery: 'page' | 'close' | 'stage' | 'caption' | 'previous' | 'next';
  /** Text of a gallery part, with `#` for numbers. */
  text: string;
  tabs: '';
  tab: '';
  open: '';
  /** A row that scrolls sideways. */
  bar: '';
  'bar-step': 'back' | 'on';
  /** The header's buttons for guests. */
  'guest-account': '';
  /** The header's part for a member. */
  'member-account': '';
  /** The dialog that hides a page of the desk: seconds without a touch. */
  'desk-idle': number;
  /** Its error: the text for a wrong code. */
  'desk-idle-error': string;
  /** A count in the desk's navigation: the kinds of work that it adds up. */
  'desk-waiting': string;
  /** The list of the desk's work. */
  'desk-work': '';
  /** The button that turns the sound for new work on. */
  'desk-sound': '';
  /** The number of unread messages in the studio's navigation. */
  'studio-unread': '';
  /** The form that logs a performer out. */
  'studio-logout': '';
  /** The form of her page, and whether something typed in it is not saved. */
  'studio-profile': '' | 'unsaved';
  /** A `Member` as JSON. */
  member: string;
  account: AccountPart;
  /** The URL to show for a page that was returned under another one. */
  'shown-url': string;
  /** A form that submits itself. */
  activate: '';
  /** Element for the message that another tab continues; the value is that message. */
  activated: string;
  'activated-link': '';
  /** The part of a page that logs in with a passkey; the value is the URL to continue on. */
  'passkey-login': string;
  /** Fields that ask for the second factor, with the text that replaces them once it is proved. */
  'factor-proof': string;
  /** Shows why that failed. */
  'passkey-error': '';
  /** A form that uploads files; an `UploadKind` as JSON. */
  upload: string;
  /** The list of chosen files; the class of their shape. */
  'upload-chosen': string;
  'upload-error': '';
  'upload-progress': '';
  /** A film in the head of a profile. */
  'cover-film': '';
  /** The form with the choice about measuring. */
  'consent-choice': '';
  /** The link back from a payment; the value is the payment's id. */
  'payment-tab': string;
  /** A `Stream` as JSON. */
  stream: string;
  list: '';
  /** Texts as JSON. */
  words: string;
  /** A part of a list; empty for one that is not in parts. */
  cards: 'live' | 'soon' | 'rest' | '';
  /** A performer's card; the user id. */
  user: number;
  status: string;
  /** What a performer asks, on her card. */
  price: '';
  'list-total': '';
  'list-news': '';
  /** Text announced when a page was added to the list. */
  added: string;
  'list-pill': '';
  'list-pill-number': '';
  /** A link to the same list in another view, which replaces it. */
  swap: '';
  'filters-open': '';
  'filters-close': '';
  filters: '';
  /** Path of the list that a choice opens, if it is not a filter of this list. */
  'list-at': string;
  more: '';
  'more-waits': '';
  'more-failed': '';
  'more-link': '';
  promo: '';
  search: 'favourites' | 'everyone';
  'search-found': '';
  /** Text for no results. */
  none: string;
  /** Ground and facts of a decision. */
  'decision-words': '';
  /** Of a ground: the facts as a template. */
  facts: string;
  /** The form that two keys send. */
  'cut-key': '';
}
export type Hook = keyof Hooks;

/** For markup: `<button {...hook('modal', 'Login')}>`. */
export const hook = <Name extends Hook>(name: Name, value: Hooks[Name]): Record<string, string> => ({
  [`data-${name}`]: String(value),
});

/** A selector, optionally for one value. */
export const hooked = <Name extends Hook>(name: Name, value?: Hooks[Name]): string =>
  value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`;

/** In display order. */
export const cardsSelector = `${hooked('cards')} > ${hooked('user')}`;

export const find = <Found extends HTMLElement = HTMLElement>(within: ParentNode, name: Hook): Found | null =>
  within.querySelector<Found>(hooked(name));

export const findAll = <Found extends HTMLElement = HTMLElement>(within: ParentNode, name: Hook): Found[] => [
  ...within.querySelectorAll<Found>(hooked(name)),
];

/** The element with this hook around an event's target. */
export const closest = <Found extends HTMLElement = HTMLElement>(
  target: EventTarget | null,
  name: Hook,
): Found | null => (target instanceof Element ? target.closest<Found>(hooked(name)) : null);

/** Not validated: the markup is ours. Undefined without the hook. */
export const readHook = <Name extends Hook>(element: Element, name: Name): string | undefined =>
  element.getAttribute(`data-${name}`) ?? undefined;

/**
 * Sets an element's text and keeps its text node: WebKit drops a click whose text node is replaced between press and
 * release.
 */
export function setText(element: Element, text: string): void {
  const { firstChild, lastChild } = element;
  if (firstChild === lastChild && firstChild instanceof Text) firstChild.data = text;
  else element.textContent = text;
}
