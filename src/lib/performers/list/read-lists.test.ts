import { describe, expect, it, test } from 'vitest';
import { addFavourite } from '#contract/member/account/favourites-calls.ts';
import { PAGE_SIZE, type PerformerCard } from '#contract/performers/directory/directory-calls.ts';
import { filterNames, type Gender } from '#contract/performers/directory/filters.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { fromQuery } from '#contract/query.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { createLink } from '../../site/links/link.ts';
import { overHttp } from '../../testing/transport.ts';
import {
  groupCards,
  type PerformerFilter,
  pastEnd,
  queuePromoted,
  readCategories,
  readFavourites,
  readList,
  shortList,
} from './read-lists.ts';

test('P9.7 requests the page of the URL, ordered by the visitor’s language', async () => {
  let input: unknown;
  const transport = overHttp((request) => {
    input = fromQuery(new URL(request.url).searchParams);
    return Response.json({ result: [], total: 121 });
  });
  const list = await readList(new URLSearchParams('page=3'), { toy: true }, { transport, locale: 'en' });
  expect(input).toMatchObject({ filter: { toy: 'true' }, pagination: { page: '3', limit: '60' } });
  expect(list).toMatchObject({ cards: [], total: 121, page: 3, lastPage: 3, counts: null });
});

test('asks for the chosen price and order, and forgets them where all ask the same', async () => {
  let input: unknown;
  const answering = (cards: object[]) =>
    overHttp((request) => {
      const url = new URL(request.url);
      if (url.pathname.endsWith('/starting')) return Response.json({ result: [] });
      input = fromQuery(url.searchParams);
      return Response.json({ result: cards, total: cards.length });
    });
  const ask = (cards: object[]) => {
    const query = new URLSearchParams('price=60&sort=cheapest');
    return readList(query, {}, { transport: answering(cards), locale: 'nl' });
  };
  const card: PerformerCard = {
    user: 7,
    username: 'Noor',
    age: 30,
    rating: 4.5,
    onlineStatus: onlineStatus.offline,
    languages: [],
    categories: [],
    city: '',
    isNew: false,
    cybertoy: 0,
    snapshot: { url: '/images/p7-abc.sig/{w}.webp', widths: [320], color: '#aabbcc' },
  };
  const priced = await ask([{ ...card, prices: { chat: 60, vip: 240, unitSeconds: 60 } }]);
  expect(input).toMatchObject({ filter: { price: '60' }, ordering: [{ key: 'price', value: 'asc' }, {}] });
  expect(priced.filters).toEqual({ price: '60', sort: 'cheapest' });
  expect((await ask([card])).filters).toEqual({});
});

test('an empty list has one page', async () => {
  const transport = overHttp(() => Response.json({ result: [], total: 0 }));
  const list = await readList(new URLSearchParams(), {}, { transport, locale: 'nl' });
  expect(list.lastPage).toBe(1);
});

test('P7.33 returns categories in bar order, in the page’s language or else the default one', async () => {
  const facts = { key: 'x', active: true, filters: {} };
  const result = [
    {
      ...facts,
      slug: 'a',
      position: 1,
      highlight: { active: true },
      meta: { nl: { name: 'Een' }, en: { name: 'One' } },
    },
    { ...facts, slug: 'b', position: 2, highlight: { active: false }, meta: { nl: { name: 'Tweede' } } },
  ];
  const transport = overHttp(() => Response.json({ result }));
  expect(await readCategories({ transport, locale: 'en' })).toEqual([
    { slug: 'a', name: 'One', highlight: true },
    { slug: 'b', name: 'Tweede', highlight: false },
  ]);
});

test('P4.50 filters of the URL narrow a list, the first chosen language decides its order, and the page stays', async () => {
  let input: unknown;
  const transport = overHttp((request) => {
    input = fromQuery(new URL(request.url).searchParams);
    return Response.json({ result: [], total: 0 });
  });
  const query = new URLSearchParams('language=de&language=fr&age=18-24&status=offline');
  const list = await readList(query, { status: ['free'] }, { transport, locale: 'nl' });
  expect(input).toMatchObject({
    filter: { language: ['fr', 'de'], age: ['18-24'], status: ['free'] },
    ordering: [{ key: 'language', value: 'fr' }],
  });
  expect(list).toMatchObject({ filters: { language: ['fr', 'de'], age: ['18-24'] }, fixed: ['status'] });
  expect(list.filters.status).toBeUndefined();
});

describe('the gender of a list', () => {
  const read = async (query: string, base: PerformerFilter = {}, own?: Gender) => {
    let filter: unknown;
    const transport = overHttp((request) => {
      filter = fromQuery(new URL(request.url).searchParams)['filter'];
      return Response.json({ result: [], total: 0 });
    });
    const { who, filters, fixed } = await readList(new URLSearchParams(query), base, {
      transport,
      locale: 'nl' as const,
      own,
    });
    return { filter, who, filters, fixed };
  };

  test.each<[string, string, PerformerFilter, Gender | undefined, Gender, object]>([
    ['L3.26 of women by itself', '', {}, undefined, 'female', {}],
    ['of women, also when they are asked for', 'gender=female', { toy: true }, undefined, 'female', {}],
    ['of who is asked for', 'gender=trans', { toy: true }, undefined, 'trans', { gender: ['trans'] }],
    ['of who it is about', '', {}, 'couple', 'couple', {}],
    [
      'L3.33 without filters that nobody of it can pass',
      'penisSize=2&age=18-24',
      {},
      undefined,
      'female',
      { age: ['18-24'] },
    ],
    [
      'L3.33 with them where somebody can',
      'penisSize=2&breastSize=1',
      {},
      'male',
      'male',
      { penisSize: ['2'] },
    ],
  ])('%s', async (_, query, base, own, who, filters) => {
    const list = await read(query, base, own);
    expect(list).toMatchObject({ who, fixed: [], filter: { gender: who } });
    expect(list.filters).toEqual(filters);
  });

  test('P4.50 is fixed to the category’s own', async () => {
    const list = await read('gender=male', { gender: ['couple'] });
    expect(list).toMatchObject({ who: 'couple', fixed: ['gender'], filter: { gender: ['couple'] } });
  });
});

test('counts open filters instead of listing', async () => {
  let path = '';
  const transport = overHttp((request) => {
    path = new URL(request.url).pathname;
    return Response.json({
      total: 7,
      counts: Object.fromEntries(filterNames.map((name) => [name, { any: 4 }])),
    });
  });
  const query = new URLSearchParams('filters=open&age=18-24');
  const list = await readList(query, {}, { transport, locale: 'nl' });
  expect(path).toMatch(/filters$/);
  expect(list).toMatchObject({ cards: [], total: 7, counts: { shaved: { any: 4 } } });
});

describe('promoted performers', () => {
  const card = (user: number) => ({ user }) as PerformerCard;
  const usersOf = (cards: readonly PerformerCard[]) => cards.map(({ user }) => user);
  const cards = [card(1), card(2), card(3)];

  test('are counted, so that they can be marked', () => {
    expect(queuePromoted({ cards, page: 1 }, [card(8), card(3), card(9)]).ahead).toBe(2);
    expect(queuePromoted({ cards, page: 2 }, [card(8)]).ahead).toBe(0);
  });

  test.each([
    ['L9.16 come first, two of them at most', { cards, page: 1 }, [7, 8, 9], [7, 8, 1, 2, 3]],
    ['are in the list once', { cards, page: 1 }, [3], [3, 1, 2]],
    ['are not repeated on further pages', { cards, page: 2 }, [7], [1, 2, 3]],
    ['do not fill a list in which nobody is', { cards: [], page: 1 }, [7], []],
  ])('%s', (_, list, promoted, expected) => {
    expect(usersOf(queuePromoted(list, promoted.map(card)).cards)).toEqual(expected);
  });
});

describe('a page after the last', () => {
  const link = createLink('en', { p: '77' });

  test.each([
    ['nowhere from the last page', { page: 4, lastPage: 4 }, null],
    ['to the last page from behind it', { page: 5, lastPage: 4 }, '/en/free?page=4&p=77'],
    ['to the list itself where it has but one page', { page: 9, lastPage: 1 }, '/en/free?p=77'],
    [
      'with its filters',
      { page: 9, lastPage: 2, filters: { age: ['18-24'] } },
      '/en/free?age=18-24&page=2&p=77',
    ],
    ['nowhere from its filters', { page: 9, lastPage: 2, counts: {} }, null],
  ] as const)('leads %s', (_, list, expected) => {
    expect(pastEnd({ ...shortList([]), ...list }, { path: '/free', link })).toBe(expected);
  });
});

const server = startTestApp({ environment: { DATA_DIR: 'node_modules/.cache/vonk/test-pictures' } });

const transportOf = (token: string) =>
  overHttp((request) => {
    request.headers.set('authorization', `Bearer ${token}`);
    return server.app.request(request);
  });

it('P2.4 L5.11 lists a member’s favourites of every gender, live ones first', async () => {
  const [anna, other] = [await aMember(server), await aMember(server)];
  const vera = await makePerformer(server.deps, { username: 'Vera' });
  const bas = await makePerformer(server.deps, {
    username: 'Bas',
    gender: 'male',
    onlineStatus: onlineStatus.online,
  });
  await makePerformer(server.deps, { username: 'NotKept' });
  for (const performerId of [bas, vera]) {
    await callApp(server, addFavourite, { performerId }, bearer(anna.token));
  }
  const namesOf = async (token: string) => {
    const cards = await readFavourites({ transport: transportOf(token), locale: 'nl' });
    return cards.map(({ username }) => username);
  };
  expect(await namesOf(anna.token)).toEqual(['Bas', 'Vera']);
  expect(await namesOf(other.token)).toEqual([]);
});

it('P7.44 lists all favourites, also more than a page', async () => {
  const anna = await aMember(server);
  const count = PAGE_SIZE + 1;
  for (let number = 0; number < count; number += 1) {
    const performerId = await makePerformer(server.deps, { username: `Kept${number}` });
    await callApp(server, addFavourite, { performerId }, bearer(anna.token));
  }
  expect(await readFavourites({ transport: transportOf(anna.token), locale: 'nl' })).toHaveLength(count);
});

const { offline, free, vip, paused } = onlineStatus;
const cards = [offline, free, vip, paused, offline].map((status, user) => ({
  user,
  onlineStatus: status,
})) as PerformerCard[];
const users = (list: readonly PerformerCard[]) => list.map(({ user }) => user);

it('puts live performers before the others, each in the order of the list', () => {
  const { live, rest } = groupCards(cards, 0);
  expect(users(live)).toEqual([1, 2, 3]);
  expect(users(rest)).toEqual([0, 4]);
});

it('keeps promoted performers in front, live or not', () => {
  const { live, rest } = groupCards(cards, 1);
  expect(users(live)).toEqual([0, 1, 2, 3]);
  expect(users(rest)).toEqual([4]);
});
