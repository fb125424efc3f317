import { describe, expect, it } from 'vitest';
import type { PerformerCard } from '#contract/performers/directory-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { createLink } from '../../site/link.ts';
import { cardHtml } from './card.ts';

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
