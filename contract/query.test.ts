import { expect, it } from 'vitest';
import { fromQuery, toQuery } from './query.ts';

it('P7.22 writes arrays and objects in bracket format', () => {
  const query = toQuery({
    filter: { status: ['live', 'free'], toy: true },
    pagination: { page: 2 },
    none: undefined,
  });
  expect(decodeURIComponent(query)).toBe(
    'filter[status][]=live&filter[status][]=free&filter[toy]=true&pagination[page]=2',
  );
});

it('P7.22 reads back what it wrote, as text', () => {
  const input = {
    filter: { status: ['live', 'free'], gender: 'female' },
    pagination: { page: '2' },
    q: 'a&b=c[d]',
  };
  expect(fromQuery(new URLSearchParams(toQuery(input)))).toEqual(input);
});

it('keeps the fields of an object in a list together', () => {
  const input = {
    ordering: [
      { key: 'language', value: 'nl' },
      { key: 'rating', value: 'desc' },
    ],
  };
  expect(decodeURIComponent(toQuery(input))).toContain('ordering[1][key]=rating');
  expect(fromQuery(new URLSearchParams(toQuery(input)))).toEqual(input);
});

it('reads objects of a list that has no index', () => {
  const query = 'ordering[][key]=language&ordering[][value]=nl&ordering[][key]=rating&ordering[][value]=desc';
  expect(fromQuery(new URLSearchParams(query))).toEqual({
    ordering: [
      { key: 'language', value: 'nl' },
      { key: 'rating', value: 'desc' },
    ],
  });
  expect(fromQuery(new URLSearchParams('a[][b][c]=1'))).toEqual({ 'a[][b][c]': '1' });
});

it('does not let a name reach the prototype', () => {
  fromQuery(new URLSearchParams('__proto__[polluted]=1&a[constructor][prototype][polluted]=1'));
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

it('keeps the last value of a name that is both text and object', () => {
  expect(fromQuery(new URLSearchParams('a=1&a[b]=2'))).toEqual({ a: { b: '2' } });
});
