import { expect, test } from 'vitest';
import { unreadText } from './unread.ts';

test.each([
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [4000, '99+'],
])('with %i unread says %s', (count, text) => {
  expect(unreadText(count)).toBe(text);
});
