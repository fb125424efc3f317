import { expect, it } from 'vitest';
import { changesBetween } from './content-calls.ts';

it('names each field that differs, with its text before and after', () => {
  const before = {
    position: 3,
    en: { title: 'Music', h2Tabs: [{ tab: 'A', title: 'B' }], text: 'One\nTwo' },
  };
  const after = {
    position: 3,
    filters: { age: ['18-30', '30-50'] },
    en: { title: 'Music', h2Tabs: [{ tab: 'A', title: 'C' }, { tab: 'D' }], text: 'One\r\nTwo\r\n' },
  };
  expect(changesBetween(before, after)).toEqual([
    { field: 'filters.age', before: null, after: '18-30, 30-50' },
    { field: 'en.h2Tabs.1.title', before: 'B', after: 'C' },
    { field: 'en.h2Tabs.2.tab', before: null, after: 'D' },
  ]);
});

it('names a field that is gone, and nothing if nothing differs', () => {
  expect(changesBetween({ from: '2026-12-01', wallet: false }, { wallet: false })).toEqual([
    { field: 'from', before: '2026-12-01', after: null },
  ]);
  expect(changesBetween({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toEqual([]);
});

it('shows every field of something new', () => {
  expect(changesBetween(null, { season: 'easter' })).toEqual([
    { field: 'season', before: null, after: 'easter' },
  ]);
});
