import { expect, it } from 'vitest';
import { createMemo } from './shared-pages.ts';

it('asks once for concurrent callers, and again if the result is old or forgotten', async () => {
  let time = 0;
  let calls = 0;
  const memo = createMemo(1000, () => 1 + time);
  const ask = async () => {
    calls += 1;
    return calls;
  };
  expect(await Promise.all([memo.of('list', ask), memo.of('list', ask)])).toEqual([1, 1]);
  time = 999;
  expect(await memo.of('list', ask)).toBe(1);
  expect(await memo.of('other', ask)).toBe(2);
  time = 1001;
  expect(await memo.of('list', ask)).toBe(3);
  memo.forget();
  expect(await memo.of('list', ask)).toBe(4);
});

it('does not cache failures', async () => {
  const memo = createMemo(1000);
  await expect(memo.of('list', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await memo.of('list', async () => 'back')).toBe('back');
});
