import { describe, expect, test } from 'vitest';
import type { PerformerCard } from '#contract/performers/directory-calls.ts';
import { filterNames, type Gender } from '#contract/performers/filters.ts';
import { fromQuery } from '#contract/query.ts';
import { overHttp } from '../../testing/transport.ts';
import { type PerformerFilter, queuePromoted, readCategories, readList } from './read-lists.ts';

test('the page of the address is asked for, in the order of the visitor’s language', async () => {
  let asked: unknown;
  const transport = overHttp((request) => {
    asked = fromQuery(new URL(request.url).searchParams);
    return Response.json({ result: [], total: 121 });
  });
  const list = await readList(new URLSearchParams('page=3'), { toy: true }, { transport, locale: 'en' });
  expect(asked).toMatchObject({ filter: { toy: 'true' }, pagination: { page: '3', limit: '60' } });
  expect(list).toMatchObject({ cards: [], total: 121, page: 3, lastPage: 3, counts: null });
});

test('a list without anyone still has its one page', async () => {
  const transport = overHttp(() => Response.json({ result: [], total: 0 }));
  const list = await readList(new URLSearchParams(), {}, { transport, locale: 'nl' });
  expect(list.lastPage).toBe(1);
});

test('categories come in the order of the bar, in the language of the page or else the default one', async () => {
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

test('filters of the address narrow a list, the first language chosen decides its order, and the page stays itself', async () => {
  let asked: unknown;
  const transport = overHttp((request) => {
    asked = fromQuery(new URL(request.url).searchParams);
    return Response.json({ result: [], total: 0 });
  });
  const query = new URLSearchParams('language=de&language=fr&age=18-24&status=offline');
  const list = await readList(query, { status: ['free'] }, { transport, locale: 'nl' });
  expect(asked).toMatchObject({
    filter: { language: ['fr', 'de'], age: ['18-24'], status: ['free'] },
    ordering: [{ key: 'language', value: 'fr' }],
  });
  expect(list).toMatchObject({ filters: { language: ['fr', 'de'], age: ['18-24'] }, fixed: ['status'] });
  expect(list.filters.status).toBeUndefined();
});

describe('a list is of one gender', () => {
  const read = async (query: string, base: PerformerFilter = {}, own?: Gender) => {
    let asked: unknown;
    const transport = overHttp((request) => {
      asked = fromQuery(new URL(request.url).searchParams)['filter'];
      return Response.json({ result: [], total: 0 });
    });
    const { who, filters, fixed } = await readList(new URLSearchParams(query), base, {
      ...{ transport, locale: 'nl' as const },
      own,
    });
    return { asked, who, filters, fixed };
  };

  test.each<[string, string, PerformerFilter, Gender | undefined, Gender, object]>([
    ['of women by itself', '', {}, undefined, 'female', {}],
    ['of women, also when they are asked for', 'gender=female', { toy: true }, undefined, 'female', {}],
    ['of who is asked for', 'gender=trans', { toy: true }, undefined, 'trans', { gender: ['trans'] }],
    ['of who it is about', '', {}, 'couple', 'couple', {}],
    [
      'without filters that nobody of it can pass',
      'penisSize=2&age=18-24',
      {},
      undefined,
      'female',
      { age: ['18-24'] },
    ],
    ['with them where somebody can', 'penisSize=2&breastSize=1', {}, 'male', 'male', { penisSize: ['2'] }],
  ])('%s', async (_, query, base, own, who, filters) => {
    const list = await read(query, base, own);
    expect(list).toMatchObject({ who, fixed: [], asked: { gender: who } });
    expect(list.filters).toEqual(filters);
  });

  test('of the category’s own, which is not to be chosen', async () => {
    const list = await read('gender=male', { gender: ['couple'] });
    expect(list).toMatchObject({ who: 'couple', fixed: ['gender'], asked: { gender: ['couple'] } });
  });
});

test('open filters are counted in the place of the list', async () => {
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
    ['come first, two of them at most', { cards, page: 1 }, [7, 8, 9], [7, 8, 1, 2, 3]],
    ['are in the list once', { cards, page: 1 }, [3], [3, 1, 2]],
    ['are not repeated on further pages', { cards, page: 2 }, [7], [1, 2, 3]],
    ['do not fill a list in which nobody is', { cards: [], page: 1 }, [7], []],
  ])('%s', (_, list, promoted, expected) => {
    expect(usersOf(queuePromoted(list, promoted.map(card)).cards)).toEqual(expected);
  });
});
