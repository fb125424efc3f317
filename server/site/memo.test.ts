import { expect, it } from 'vitest';
import { createMemo } from './memo.ts';

it('asks once for all who ask at once, and again when the answer is old or forgotten', async () => {
  let time = 0;
  let asked = 0;
  const memo = createMemo(1000, () => 1 + time);
  const ask = async () => {
    asked += 1;
    return asked;
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

it('keeps no failure', async () => {
  const memo = createMemo(1000);
  await expect(memo.of('list', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await memo.of('list', async () => 'back')).toBe('back');
});
