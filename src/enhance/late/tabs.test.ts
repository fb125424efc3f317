import { expect, test } from 'vitest';
import { tabAfter } from './tabs.ts';

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Tab', 1, null],
  ['a', 1, null],
])('%s on tab %i of three selects %j', (key, at, next) => {
  expect(tabAfter(key, at, 3)).toBe(next);
});
