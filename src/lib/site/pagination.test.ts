import { describe, expect, test } from 'vitest';
import { pageFrom, pageLinks } from './pagination.ts';

test.each([
  ['', 1],
  ['page=4', 4],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=1e1', 1],
  ['page=0x10', 1],
  ['page=abc', 1],
  ['page=99999999', 1],
])('the query "%s" requests page %i', (query, page) => {
  expect(pageFrom(new URLSearchParams(query))).toBe(page);
});

describe('pageLinks', () => {
  test('links every page of a short list', () => {
    expect(pageLinks(2, 3)).toEqual([1, 2, 3]);
  });
  test('leaves out the middle of a long list', () => {
    expect(pageLinks(6, 12)).toEqual([1, null, 5, 6, 7, null, 12]);
  });
  test('shows a gap only if pages are left out', () => {
    expect(pageLinks(1, 5)).toEqual([1, 2, null, 5]);
  });
});
