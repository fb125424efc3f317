import { describe, expect, it, vi } from 'vitest';
import { filterNames, filterValues } from '#contract/performers/directory/filters.ts';
import { createLink } from '../../site/links/link.ts';
import { overHttp } from '../../testing/transport.ts';
import {
  choicesOf,
  filtersFrom,
  isChosen,
  labelKeyOf,
  nameKeyOf,
  orderLanguage,
  shownValues,
  withoutChoice,
  withoutFixed,
} from './filters.ts';
import { readCategories } from './read-lists.ts';

vi.mock('../../../content/brand/index.ts', async (original) => {
  const { brand } = await original<typeof import('../../../content/brand/index.ts')>();
  return { brand: { ...brand, features: { ...brand.features, vip: false, categories: false } } };
});

describe('the filters of a URL', () => {
  it.each([
    ['nothing', '', {}],
    ['one value', 'popular=free', { popular: ['free'] }],
    ['values in the order of the drawer', 'age=24-30&age=18-24', { age: ['18-24', '24-30'] }],
    ['one gender', 'gender=couple&gender=male', { gender: ['male'] }],
    ['a value once', 'language=nl&language=nl', { language: ['nl'] }],
    ['what they know', 'age=12-18&language=xx&language=en&height=1', { language: ['en'] }],
    ['nothing of another part of the address', 'page=2&p=77&splash6=true', {}],
    ['no inherited names', 'constructor=1&__proto__=1', {}],
  ])('parse %s', (_, query, expected) => {
    expect(filtersFrom(new URLSearchParams(query))).toEqual(expected);
  });

  it('survive a link, with the affiliate', () => {
    const filters = Object.fromEntries(filterNames.map((name) => [name, [...filterValues[name]]]));
    filters['gender'] = ['trans'];
    const href = createLink('en', { p: '77' })('/free', { ...filters, page: '3' });
    const { pathname, searchParams } = new URL(href, 'http://site');
    expect(pathname).toBe('/en/free');
    expect(searchParams.get('p')).toBe('77');
    expect(searchParams.get('page')).toBe('3');
    expect(filtersFrom(searchParams)).toEqual(filters);
  });
});

describe('L2.8 one choice', () => {
  const filters = filtersFrom(new URLSearchParams('age=18-24&age=24-30&language=de'));

  it('is listed with the others', () => {
    expect(choicesOf(filters)).toEqual([
      { name: 'age', value: '18-24' },
      { name: 'age', value: '24-30' },
      { name: 'language', value: 'de' },
    ]);
  });

  it('is removed alone, and its filter with the last value', () => {
    expect(withoutChoice(filters, { name: 'age', value: '18-24' })).toEqual({
      age: ['24-30'],
      language: ['de'],
    });
    expect(withoutChoice(filters, { name: 'language', value: 'de' })).toEqual({ age: ['18-24', '24-30'] });
  });

  it('excludes the filter that defines the page', () => {
    expect(withoutFixed(filters, ['age'])).toEqual({ language: ['de'] });
  });

  it('is marked as chosen', () => {
    expect(isChosen(filters, { name: 'age', value: '24-30' })).toBe(true);
    expect(isChosen(filters, { name: 'age', value: '50-100' })).toBe(false);
  });
});

it('orders by the first chosen language, else by the page’s', () => {
  expect(orderLanguage({ language: ['fr', 'de'] }, 'en')).toBe('fr');
  expect(orderLanguage({}, 'en')).toBe('en');
});

it('names a filter like its profile field', () => {
  expect(labelKeyOf('physique')).toBe('profile.field.physique');
  expect(labelKeyOf('language')).toBe('profile.field.languages');
  expect(nameKeyOf({ name: 'hairColor', value: 'red' })).toBe('profile.value.hairColor.red');
});

it('hides the VIP filter without the VIP feature', () => {
  expect(shownValues('status')).toEqual(['online', 'offline', 'live', 'free']);
  expect(shownValues('age')).toEqual(filterValues.age);
});

it('P1.6 a brand without categories has none in its bar, and makes no call', async () => {
  const transport = overHttp(() => expect.unreachable('asked for categories'));
  expect(await readCategories({ transport, locale: 'nl' })).toEqual([]);
});
