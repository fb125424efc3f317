import { expect, it, vi } from 'vitest';
import { derive } from './derive.ts';

it('computes once for each response and key, and again for the next response', () => {
  const answer = { result: [1, 2] };
  const make = vi.fn(() => answer.result.join());
  expect(derive(answer, 'nl', make)).toBe('1,2');
  expect(derive(answer, 'nl', make)).toBe('1,2');
  expect(make).toHaveBeenCalledTimes(1);
  derive(answer, 'en', make);
  derive({ ...answer }, 'nl', make);
  expect(make).toHaveBeenCalledTimes(3);
});

it('caches null', () => {
  const answer = {};
  const make = vi.fn(() => undefined);
  expect(derive(answer, 'x', make)).toBeUndefined();
  expect(derive(answer, 'x', make)).toBeUndefined();
  expect(make).toHaveBeenCalledTimes(1);
});
