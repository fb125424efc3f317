import { expect, it } from 'vitest';
import { createRecall } from './recall.ts';

it('asks once for all who ask at once, and again when the answer is old or forgotten', async () => {
  let time = 0;
  let asked = 0;
  const recall = createRecall(1000, () => time);
  const ask = async () => {
    asked += 1;
    return asked;
  };
  expect(await Promise.all([recall.of('list', ask), recall.of('list', ask)])).toEqual([1, 1]);
  time = 999;
  expect(await recall.of('list', ask)).toBe(1);
  expect(await recall.of('other', ask)).toBe(2);
  time = 1000;
  expect(await recall.of('list', ask)).toBe(3);
  recall.forget();
  expect(await recall.of('list', ask)).toBe(4);
});

it('keeps no failure', async () => {
  const recall = createRecall(1000);
  await expect(recall.of('list', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await recall.of('list', async () => 'back')).toBe('back');
});
