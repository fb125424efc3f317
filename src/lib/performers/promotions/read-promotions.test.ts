import { expect, test, vi } from 'vitest';
import type { Promo } from '#contract/performers/profile/promotions-calls.ts';
import { createLink } from '../../site/links/link.ts';
import { overHttp } from '../../testing/transport.ts';
import { promoTarget, readPromos, sortPromos } from './read-promotions.ts';

const promo = (
  placement: Promo['placement'],
  data: Partial<Promo['data']> = {},
  rest: Partial<Promo> = {},
): Promo => ({
  placement,
  component: 'other',
  wallet: false,
  data: { image: null, model: null, ...data },
  ...rest,
});

test('skips an overlay without a picture', () => {
  const picture = promo('overlay', { image: '/promotions/a.svg' });
  expect(sortPromos([promo('overlay'), picture]).overlay).toBe(picture);
  expect(sortPromos([promo('overlay')]).overlay).toBeNull();
});

test('P3.23 puts each promotion in its place', () => {
  const banner = promo('sidebar');
  const sorted = sortPromos([
    promo('logo', { image: '/promotions/l.svg' }),
    banner,
    promo('theme', { season: 'easter' }),
  ]);
  expect(sorted).toMatchObject({ logo: '/promotions/l.svg', season: 'easter', sidebar: [banner], grid: [] });
});

const link = createLink('en', { p: '77' });

test.each([
  [
    'a page',
    promo('sidebar', { link: '/new-cams' }),
    { href: '/en/new-cams?p=77' },
    { href: '/en/new-cams?p=77' },
  ],
  [
    'a filtered page',
    promo('sidebar', { link: '/?language=nl&language=en' }),
    { href: '/en?language=nl&language=en&p=77' },
    { href: '/en?language=nl&language=en&p=77' },
  ],
  [
    'another site',
    promo('sidebar', { link: 'https://x.example/a' }),
    { href: 'https://x.example/a' },
    { href: 'https://x.example/a' },
  ],
  [
    'a profile',
    promo('overlay', { model: 'Amber' }, { component: 'profile' }),
    { href: '/en/profile/Amber?p=77' },
    { href: '/en/profile/Amber?p=77' },
  ],
  ['the wallet', promo('overlay', {}, { wallet: true }), { modal: 'Login' }, { drawer: 'wallet' }],
  ['signing up', promo('overlay', { modal: 'Register' }), { modal: 'Register' }, null],
] as const)('P3.23 %s resolves the target for a guest and a member', (_, one, guest, member) => {
  expect(promoTarget(one, { link, loggedIn: false })).toEqual(guest);
  expect(promoTarget(one, { link, loggedIn: true })).toEqual(member);
});

test('P8.16 visitors of a kind share one response for a second, and a failure shows nothing', async () => {
  vi.useFakeTimers();
  const answer = vi.fn(async () => Response.json({ result: [promo('theme', { season: 'easter' })] }));
  const transport = overHttp(answer);
  const visitor = { locale: 'en', nonNude: true, member: null, transport } as const;
  const [first, second] = await Promise.all([readPromos(visitor), readPromos(visitor)]);
  expect(first.season).toBe('easter');
  expect(second.season).toBe('easter');
  expect(answer).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1001);
  answer.mockRejectedValueOnce(new Error('away'));
  expect(await readPromos(visitor)).toMatchObject({ season: null, overlay: null });
  vi.useRealTimers();
});

test('a guest’s response expires with the calls guests share', async () => {
  const seasons = ['easter', 'valentine'] as const;
  let requestCount = 0;
  const answer = async () =>
    Response.json({ result: [promo('theme', { season: seasons[requestCount++] ?? 'christmas' })] });
  const transport = overHttp(answer, true);
  const visitor = { locale: 'nl', nonNude: true, member: null, transport } as const;
  expect((await readPromos(visitor)).season).toBe('easter');
  expect((await readPromos(visitor)).season).toBe('valentine');
});
