import { html } from 'hono/html';
import type { Locale } from '#contract/locales.ts';
import type { PerformerCard } from '#contract/performers/directory-calls.ts';
import { opensStream, statusLook } from '#contract/performers/looks.ts';
import { routes } from '#contract/routes.ts';
import { getT } from '../../site/i18n.ts';
import type { Link } from '../../site/link.ts';
import { derive } from '../../site/render-cache.ts';
import { placeName } from '../profile/profile-fields.ts';
import { picture } from './picture.ts';
import { statusKeys } from './status-words.ts';

export interface CardPlace {
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
