import { expect, test } from 'vitest';
import { backoffMs, backoffSteps, retryAfterMs } from './http.ts';

test.each([
  [null, null],
  ['', null],
  ['soon', null],
  ['2', 2000],
  ['0', 0],
  ['-5', 0],
  ['86400', 60_000],
  ['Thu, 01 Jan 1970 00:00:13 GMT', 3000],
])('Retry-After %s means %s ms', (header, wait) => {
  expect(retryAfterMs(header, 10_000)).toBe(wait);
});

test('increases the wait with each attempt up to a maximum', () => {
  const waits = [0, 1, 2, 3, 4, 5, 20].map((attempt) => backoffMs(attempt, null, 0));
  expect(waits).toEqual([...backoffSteps, backoffSteps.at(-1), backoffSteps.at(-1)]);
});

test('spreads players by at most a fifth', () => {
  expect(backoffMs(2, null, 1)).toBe(1200);
});

test('waits as long as Retry-After, even on the first attempt', () => {
  expect(backoffMs(0, 2000, 0)).toBe(2000);
});

test('does not shorten a later wait for a short Retry-After', () => {
  expect(backoffMs(4, 1000, 0)).toBe(4000);
});
