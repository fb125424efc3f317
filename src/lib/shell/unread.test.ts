import { expect, test } from 'vitest';
import { unreadText } from './unread.ts';

test.each([
  [0, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [4000, '99+'],
])('P9.6 with %i unread shows %s', (count, text) => {
  expect(unreadText(count)).toBe(text);
});
