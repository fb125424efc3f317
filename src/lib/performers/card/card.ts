import { html } from 'hono/html';
import { DEFAULT_IMAGE, formatsOf, imageAt, type Snapshot, srcset } from '#contract/image.ts';
import type { Locale } from '#contract/locales.ts';
import type { PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import { routes } from '#contract/site/routes.ts';
import { isFree, isPaused, isVip, opensStream, type StatusLook, statusLook } from '#contract/start/looks.ts';
import { getT, type MessageKey } from '../../site/i18n.ts';
import type { Link } from '../../site/links/link.ts';
import { derive } from '../../site/render-cache.ts';
import { NEXT } from '../../site/routing/return-to.ts';
import { placeName } from '../profile/profile-fields.ts';

interface Performer {
  readonly user: number;
  readonly username: string;
}

/**
 * Target of "chat" (live 2, 3) for one visitor. The page of a new conversation redirects to an existing one; a guest
 * gets there through the login.
 */
export function chatLink(
  { user, username }: Performer,
  link: Link,
  { loggedIn }: { loggedIn: boolean },
): string {
  const target = link(routes.newConversation, { modelId: String(user), model: username });
  return loggedIn ? target : link(routes.login, { [NEXT]: target });
}

interface WayIn {
  /** Whether the chat can be entered now. */
  readonly open: boolean;
  readonly action: MessageKey;
  /** The price, or why the chat cannot be entered. */
  readonly note: MessageKey;
}

/** Text of a profile's button for this status, and the line below it. */
export function wayIn(status: number): WayIn {
  const open = opensStream(status) && !isVip(status);
  if (open && isFree(status)) return { open, action: 'profile.chatFree', note: 'profile.priceFree' };
  if (open) return { open, action: 'profile.chat', note: 'profile.priceMinute' };
  return { open, action: 'profile.chatOffline', note: reason(status) };
}

function reason(status: number): MessageKey {
  if (isVip(status)) return 'status.busy';
  return isPaused(status) ? 'status.break' : 'profile.priceNone';
}

interface CardPlace {
  locale: Locale;
  /** Among the first visible ones: loaded eagerly. */
  eager: boolean;
  /** Paid placement; labelled on the card. */
  promoted: boolean;
  size?: CardSize;
}

export type CardSize = 'large' | 'medium' | 'small';

/** Widths of the picture by the columns of the grid (PerformerGrid.astro), and the largest useful one in px. */
const sizes: Record<CardSize, { sizes: string; most: number }> = {
  large: {
    sizes: '(min-width: 96rem) 30rem, (min-width: 64rem) 32vw, (min-width: 40rem) 48vw, 95vw',
    most: 1024,
  },
  medium: {
    sizes:
      '(min-width: 96rem) 15rem, (min-width: 80rem) 19vw, (min-width: 64rem) 24vw, (min-width: 40rem) 32vw, 47vw',
    most: 640,
  },
  small: { sizes: '(min-width: 80rem) 12vw, (min-width: 40rem) 19vw, 31vw', most: 640 },
};

/** The card around its link's URL, which differs by affiliate. */
type Halves = readonly [before: string, after: string];

/**
 * A performer's card as text. Sixty Astro components would take half of the rendering time of a list. Each card is
 * built once for all visitors who share the API's response.
 */
export function cardHtml(card: PerformerCard, place: CardPlace, link: Link): string {
  const { locale, eager, promoted, size } = place;
  const [before, after] = derive(card, `card ${locale} ${eager} ${promoted} ${size}`, () =>
    write(card, place),
  );
  const route = opensStream(card.onlineStatus) ? routes.stream : routes.profile;
  return `${before}${html`${link(route(card.username))}`}${after}`;
}

function write(card: PerformerCard, { locale, eager, promoted, size = 'medium' }: CardPlace): Halves {
  const t = getT(locale);
  const look = statusLook(card.onlineStatus);
  const marks = [
    ...(promoted ? [html`<span class="mark">${t('grid.promoted')}</span>`] : []),
    ...(card.isNew ? [html`<span class="mark mark-accent">${t('status.new')}</span>`] : []),
    ...(card.prices
      ? [html`<span class="mark" data-price="">${t('chat.perMinute', { credits: card.prices.chat })}</span>`]
      : []),
    ...(card.cybertoy > 0 ? [html`<span class="mark">${t('status.toy')}</span>`] : []),
  ];
  const image = picture({ snapshot: card.snapshot, alt: '', eager, ...sizes[size] });
  const languages =
    size !== 'small' && html`<span class="card-languages">${card.languages.slice(0, 3).join(' ')}</span>`;
  const status = html`<span class="badge" data-status="${look}">${t(statusKeys[look])}</span>`;
  const before = html`<li data-user="${card.user}"><div class="card"><div class="card-picture">${image}${status}</div><div class="card-line"><a href="`;
  const after = html`" class="card-name">${card.username}</a><small>${card.age}</small>${languages}</div><div class="card-below"><p class="card-place">${placeName(card.city, locale)}</p>${marks}</div></div></li>`;
  return [before.toString(), after.toString()];
}

export interface Picture {
  snapshot: Snapshot;
  alt: string;
  sizes: string;
  /** Largest useful width in px; cards need the first two only. */
  most?: number;
  /** For pictures visible without scrolling. */
  eager?: boolean;
}

/**
 * A picture in all its formats, with a placeholder colour as an SVG attribute: the content policy forbids style
 * attributes.
 */
export function picture({ snapshot, alt, sizes, most = 640, eager = false }: Picture) {
  const { width, height } = DEFAULT_IMAGE;
  const others = formatsOf(snapshot).filter((format) => format !== 'webp');
  const sources = others.map(
    (format) =>
      html`<source type="image/${format}" srcset="${srcset(snapshot, most, format)}" sizes="${sizes}">`,
  );
  const loading = eager ? html`loading="eager" fetchpriority="high"` : html`loading="lazy"`;
  return html`<svg class="fill" aria-hidden="true"><rect width="100%" height="100%" fill="${snapshot.color}"></rect></svg><picture>${sources}<img src="${imageAt(snapshot.url, width)}" srcset="${srcset(snapshot, most, 'webp')}" sizes="${sizes}" width="${width}" height="${height}" alt="${alt}" ${loading} decoding="async" class="fill"></picture>`;
}

export const statusKeys = {
  infree: 'status.free',
  invip: 'status.vip',
  online: 'status.live',
  offline: 'status.offline',
  paused: 'status.pause',
} as const satisfies Record<StatusLook, string>;

/** Texts for the list's script: of the status badge, and of a price with `#` for the credits. */
export function cardWords(locale: Locale): Record<string, string> {
  const t = getT(locale);
  const statuses = Object.entries(statusKeys).map(([look, key]) => [look, t(key)]);
  return { ...Object.fromEntries(statuses), price: t('chat.perMinute', { credits: '#' }) };
}

interface Visitor {
  readonly locale: Locale;
  readonly link: Link;
  readonly loggedIn: boolean;
}

/**
 * Link to the conversation with a performer, as text. If there is room the conversation opens beside the page, by its
 * `data-` attribute (src/islands/messaging/popups/start-messages.ts).
 */
export function messageLinkHtml(
  { user, username }: { user: number; username: string },
  { locale, link, loggedIn }: Visitor,
  look: string,
): string {
  const href = chatLink({ user, username }, link, { loggedIn });
  const rel = loggedIn ? '' : html` rel="nofollow"`;
  const text = getT(locale)('profile.message', { name: username });
  // A long name wraps to a second line.
  const fit = 'whitespace-normal wrap-anywhere text-center';
  return html`<a href="${href}" data-message="${user}"${rel} class="btn ${fit} ${look}">${text}</a>`.toString();
}

/** Appends the button to a card. */
export const withMessageLink = (card: string, button: string): string =>
  card.replace(/<\/li>$/, () => `${button}</li>`);
