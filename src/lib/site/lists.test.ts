import { expect, test } from 'vitest';
import { fromQuery } from '#contract/query.ts';
import { readCategories, readList } from './lists.ts';

test('the page of the address is asked for, in the order of the visitor’s language', async () => {
  let asked: unknown;
  const transport = async (request: Request) => {
    asked = fromQuery(new URL(request.url).searchParams);
    return Response.json({ result: [], total: 121 });
  };
  const list = await readList(new URLSearchParams('page=3'), { toy: true }, { transport, locale: 'en' });
  expect(asked).toMatchObject({ filter: { toy: 'true' }, pagination: { page: '3', limit: '60' } });
  expect(list).toEqual({ cards: [], total: 121, page: 3, lastPage: 3 });
});

test('a list without anyone still has its one page', async () => {
  const transport = async () => Response.json({ result: [], total: 0 });
  const list = await readList(new URLSearchParams(), {}, { transport, locale: 'nl' });
  expect(list.lastPage).toBe(1);
});

test('categories come in the order of the bar, in the language of the page or else the default one', async () => {
  const result = [
    { slug: 'b', position: 2, highlight: false, name: { nl: 'Tweede' } },
    { slug: 'a', position: 1, highlight: false, name: { nl: 'Eerste', en: 'First' } },
  ];
  const transport = async () => Response.json({ result });
  expect(await readCategories({ transport, locale: 'en' })).toEqual([
    { slug: 'a', name: 'First' },
    { slug: 'b', name: 'Tweede' },
  ]);
});
