import { expect, it } from 'vitest';
import { stepTo } from './search-box.ts';

it.each([
  ['down from the field', 'ArrowDown', -1, 3, 0],
  ['down in the list', 'ArrowDown', 0, 3, 1],
  ['down from the last, back to the field', 'ArrowDown', 2, 3, -1],
  ['up from the field', 'ArrowUp', -1, 3, 2],
  ['up from the first, back to the field', 'ArrowUp', 0, 3, -1],
  ['nowhere in an empty list', 'ArrowDown', -1, 0, null],
  ['nowhere for a letter', 'a', 1, 3, null],
])('P2.75 leads %s', (_, key, active, count, expected) => {
  expect(stepTo(key, { active, count })).toBe(expected);
});
