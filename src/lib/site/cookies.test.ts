import { expect, test } from 'vitest';
import { flagCookie } from './cookies.ts';

test('an interface flag is kept for a year, for the whole site, and secure where the page is', () => {
  expect(flagCookie('age', '1', false)).toBe('age=1; path=/; max-age=31536000; samesite=lax');
  expect(flagCookie('age', '1', true)).toMatch(/; secure$/);
});
