import { expect, test } from 'vitest';
import { flagCookie, safeReturn } from './cookies.ts';

test('an interface flag is kept for a year, for the whole site, and secure where the page is', () => {
  expect(flagCookie('age', '1', false)).toBe('age=1; path=/; max-age=31536000; samesite=lax');
  expect(flagCookie('age', '1', true)).toMatch(/; secure$/);
});

test.each(['/', '/en/free?page=2', '/profile/Noor'])('a form may return to %s', (target) => {
  expect(safeReturn(target)).toBe(target);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '/a\r\nb: c',
  null,
])('a form that names %j returns home', (target) => {
  expect(safeReturn(target)).toBe('/');
});
