import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createGroups, type GroupOptions } from './groups.ts';

const away = Object.assign(new Error('Connection refused'), { code: 'ECONNREFUSED' });

/** A group of numbers and a record of its batches. A number above 99 can't be stored and fails its group. */
function open(options: Partial<GroupOptions<number, string>> = {}) {
  const groups: number[][] = [];
  const onFailure = vi.fn();
  const answerAll = async (items: readonly number[]) => {
    groups.push([...items]);
    await nextTurn();
    if (items.includes(1000)) throw away;
    if (items.some((item) => item > 99)) throw new Error('too large');
    return items.map(String);
  };
  const group = createGroups<number, string>({ answerAll, everyMs: 0, most: 10, onFailure, ...options });
  return { ...group, groups, onFailure };
}

it('batches items that arrive together and returns each item’s own result', async () => {
  const { add, groups } = open();
  expect(await Promise.all([1, 2, 3].map(add))).toEqual(['1', '2', '3']);
  expect(groups).toEqual([[1, 2, 3]]);
});

it('puts later items into the next group, in order of arrival', async () => {
  const { add, groups } = open();
  const first = add(1);
  await expect.poll(() => groups).toEqual([[1]]);
  await Promise.all([first, add(2), add(3)]);
  expect(groups).toEqual([[1], [2, 3]]);
});

it('waits for the interval between the starts of two groups', async () => {
  const { add } = open({ everyMs: 40 });
  const startedAt = performance.now();
  await add(1);
  await add(2);
  expect(performance.now() - startedAt).toBeGreaterThan(39);
});

it('limits the size of a group', async () => {
  const { add, groups } = open({ most: 2 });
  await Promise.all([1, 2, 3].map(add));
  expect(groups).toEqual([[1, 2], [3]]);
});

it('puts two items with the same key into different groups', async () => {
  const { add, groups } = open({ keyOf: (item) => String(item % 2) });
  await Promise.all([1, 2, 3, 4].map(add));
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it('retries the items one by one if the group fails, and reports the failure', async () => {
  const { add, groups, onFailure } = open();
  const results = await Promise.allSettled([1, 100, 2].map(add));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(groups).toEqual([[1, 100, 2], [1], [100], [2]]);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(Error), [1, 100, 2]);
});

it('does not retry one by one while the database is away', async () => {
  const { add, groups } = open();
  const results = await Promise.allSettled([1, 1000].map(add));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(groups).toHaveLength(1);
});

it('closes once every item has its result', async () => {
  const { add, close, groups } = open({ most: 1 });
  const stored = [1, 2].map(add);
  await close();
  expect(groups).toEqual([[1], [2]]);
  await Promise.all(stored);
});
