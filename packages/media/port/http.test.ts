import { expect, test } from 'vitest';
import { retryAfterMs } from './http.ts';

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
