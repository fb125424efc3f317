import { expect, test } from 'vitest';
import { flagCookie } from './names.ts';

test('P9.11 an interface flag lasts a year, covers the whole site, and is secure on a secure page', () => {
  expect(flagCookie('age', '1', false)).toBe('age=1; path=/; max-age=31536000; samesite=lax');
  expect(flagCookie('age', '1', true)).toMatch(/; secure$/);
});
