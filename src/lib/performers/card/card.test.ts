import { describe, expect, it } from 'vitest';
import type { PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import { filterValues } from '#contract/performers/directory/filters.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { statusLook } from '#contract/start/looks.ts';
import { lookUp } from '../../site/i18n.ts';
import { createLink } from '../../site/links/link.ts';
import { returnTo } from '../../site/routing/return-to.ts';
import { nameKeyOf } from '../list/filters.ts';
import { cardHtml, cardWords, chatLink, messageLinkHtml, wayIn, withMessageLink } from './card.ts';

const card: PerformerCard = {
  user: 7,
  username: 'Noor',
  age: 30,
  rating: 4.5,
  onlineStatus: onlineStatus.offline,
  languages: ['nl', 'en', 'de', 'fr'],
  categories: [],
  city: 'Utrecht',
  isNew: false,
  cybertoy: 0,
  snapshot: { url: '/images/p7-abc.sig/{w}.webp', widths: [320, 640, 1280], color: '#aabbcc' },
};
const plain = { locale: 'nl', eager: false, promoted: false } as const;
const written = (changes: Partial<PerformerCard> = {}, place: Partial<typeof plain> | object = {}) =>
  cardHtml({ ...card, ...changes }, { ...plain, ...place }, createLink('nl', {}));

describe('a card', () => {
  it('shows name, languages and place, and leads to the profile while she is offline', () => {
    expect(written()).toContain(
      '<a href="/profile/Noor" class="card-name">Noor</a><small>30</small><span class="card-languages">nl en de</span></div><div class="card-below"><p class="card-place">Utrecht</p></div>',
    );
    expect(written()).toContain('<span class="badge" data-status="offline">Offline</span>');
    expect(written()).not.toContain('class="mark');
  });

  it.each([
    ['leads to the stream of who is live', { onlineStatus: onlineStatus.free }, {}, 'href="/stream/Noor"'],
    [
      'names her own price',
      { prices: { chat: 90, vip: 300, unitSeconds: 60 } },
      {},
      '<span class="mark" data-price="">90 credits/min</span>',
    ],
    ['says who is new', { isNew: true }, {}, '<span class="mark mark-accent">Nieuw</span>'],
    ['says who has a toy', { cybertoy: 2 }, {}, '<span class="mark">Toy</span>'],
    ['says whose place is paid for', {}, { promoted: true }, '<span class="mark">Uitgelicht</span>'],
    ['says it in English', { onlineStatus: onlineStatus.free }, { locale: 'en' }, '>Free live</span>'],
    ['fetches the first ones first', {}, { eager: true }, 'loading="eager" fetchpriority="high"'],
    ['leaves the others for later', {}, {}, 'alt="" loading="lazy" decoding="async"'],
  ] as const)('%s', (_, changes, place, expected) => {
    expect(written(changes, place)).toContain(expected);
  });

  it('offers its picture in both formats at the widths of a card', () => {
    expect(written()).toContain(
      '<source type="image/avif" srcset="/images/p7-abc.sig/320.avif 320w, /images/p7-abc.sig/640.avif 640w"',
    );
    expect(written()).toContain('src="/images/p7-abc.sig/400.webp" srcset="/images/p7-abc.sig/320.webp 320w');
  });

  it('is built once, with each visitor’s own link', () => {
    const [one, other] = ['a"b', 'c&d'].map((Click_id) =>
      cardHtml(card, plain, createLink('nl', { Click_id })),
    );
    expect(one).toContain('href="/profile/Noor?Click_id=a%22b"');
    expect(other).toContain('href="/profile/Noor?Click_id=c%26d"');
    expect(cardHtml(card, { ...plain, eager: true }, createLink('nl', {}))).toContain('loading="eager"');
  });

  it('escapes markup in a profile', () => {
    const html = written({ city: '<img src=x onerror=alert(1)>', username: '"><b>' });
    expect(html).not.toMatch(/<img src=x|<b>/);
  });
});

const words = {
  nl: {
    badges: ['Offline', 'Live', 'Gratis live', 'In VIP', 'Pauze'],
    notes: ['Nu niet live.', /per minuut/, /^Gratis/, /^Nu bezet/, /^Even pauze/],
    filters: ['Online', 'Offline', 'Live', 'Gratis live', 'In VIP'],
  },
  en: {
    badges: ['Offline', 'Live', 'Free live', 'In VIP', 'On a break'],
    notes: ['Not live right now.', /a minute/, /^Free/, /^Busy/, /^On a break/],
    filters: ['Online', 'Offline', 'Live', 'Free live', 'In VIP'],
  },
  de: {
    badges: ['Offline', 'Live', 'Gratis live', 'In VIP', 'Pause'],
    notes: ['Gerade nicht live.', /pro Minute/, /^Gratis/, /^Gerade in einer VIP/, /^Kurze Pause/],
    filters: ['Online', 'Offline', 'Live', 'Gratis live', 'In VIP'],
  },
};

it.each(['nl', 'en', 'de'] as const)(
  'L3.3 each status has a text everywhere it is shown, in %s',
  (locale) => {
    const { badges, notes, filters } = words[locale];
    for (const [place, status] of [0, 1, 3, 5, 9].entries()) {
      expect(cardWords(locale)[statusLook(status)]).toBe(badges[place]);
      expect(lookUp(locale, wayIn(status).note, '')).toMatch(notes[place] ?? '');
    }
    expect(
      filterValues.status.map((value) => lookUp(locale, nameKeyOf({ name: 'status', value }), '')),
    ).toEqual(filters);
  },
);

it.each([
  [0, false],
  [1, true],
  [3, true],
  [5, false],
  [9, false],
])('a profile leads into the chat with status %i: %s', (status, open) => {
  expect(wayIn(status).open).toBe(open);
});

const link = createLink('en', {});
const visitor = { locale: 'en', link, loggedIn: true } as const;
const vera = { user: 12, username: 'Vera <3' };

it('L3.5 contains the performer’s name as text and the id for the script', () => {
  const button = messageLinkHtml(vera, visitor, 'btn-quiet');
  expect(button).toContain('>Send Vera &lt;3 a message</a>');
  expect(button).toContain('href="/en/messenger/new-conversation?modelId=12&amp;model=Vera+%3C3"');
  expect(button).toContain(
    'data-message="12" class="btn whitespace-normal wrap-anywhere text-center btn-quiet"',
  );
});

it('leads a guest to the login, with nofollow', () => {
  const button = messageLinkHtml(vera, { ...visitor, loggedIn: false }, '');
  expect(button).toMatch(/href="\/en\/login\?next=[^"]+" data-message="12" rel="nofollow"/);
});

it('L3.5 is the last element of a card, whatever the name contains', () => {
  const button = messageLinkHtml({ user: 1, username: '$& $1' }, visitor, '');
  expect(withMessageLink('<li><p>Vera</p></li>', button)).toBe(`<li><p>Vera</p>${button}</li>`);
});

describe('the way to a conversation', () => {
  const vera = { user: 12, username: 'Vera & Co' };
  const link = createLink('en', { p: '77' });
  const conversation = '/en/messenger/new-conversation?modelId=12&model=Vera+%26+Co&p=77';

  it('L3.5 leads a member to the conversation', () => {
    expect(chatLink(vera, link, { loggedIn: true })).toBe(conversation);
  });

  it('L3.5 leads a guest there through the login, with language and affiliate', () => {
    const { pathname, searchParams } = new URL(chatLink(vera, link, { loggedIn: false }), 'http://site');
    expect(pathname).toBe('/en/login');
    expect(searchParams.get('p')).toBe('77');
    const next = searchParams.get('next');
    expect(next).toBe(conversation);
    expect(returnTo({ next, referrer: null, origin: 'http://site', affiliate: {} })).toBe(conversation);
  });
});
