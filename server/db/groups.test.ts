import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createGroups, type GroupOptions } from './groups.ts';

const away = Object.assign(new Error('nobody there'), { code: 'ECONNREFUSED' });

/** A group of numbers, with what went together; a number above 99 cannot be stored, and spoils its group. */
function open(options: Partial<GroupOptions<number, string>> = {}) {
  const groups: number[][] = [];
  const onFailure = vi.fn();
  const answerAll = async (items: readonly number[]) => {
    groups.push([...items]);
    await sleep(1);
    if (items.includes(1000)) throw away;
    if (items.some((item) => item > 99)) throw new Error('too large');
    return items.map(String);
  };
  const group = createGroups<number, string>({ answerAll, everyMs: 0, most: 10, onFailure, ...options });
  return { ...group, groups, onFailure };
}

it('puts together what arrives together, and answers each its own', async () => {
  const { add, groups } = open();
  expect(await Promise.all([1, 2, 3].map(add))).toEqual(['1', '2', '3']);
  expect(groups).toEqual([[1, 2, 3]]);
});

it('puts what arrives meanwhile into the next group, in the order of arrival', async () => {
  const { add, groups } = open();
  const first = add(1);
  await sleep(1);
  await Promise.all([first, add(2), add(3)]);
  expect(groups.flat()).toEqual([1, 2, 3]);
});

it('begins no group sooner after another than it is told', async () => {
  const { add } = open({ everyMs: 40 });
  const startedAt = performance.now();
  await add(1);
  await add(2);
  expect(performance.now() - startedAt).toBeGreaterThan(39);
});

it('puts no more into a group than fits', async () => {
  const { add, groups } = open({ most: 2 });
  await Promise.all([1, 2, 3].map(add));
  expect(groups).toEqual([[1, 2], [3]]);
});

it('keeps two items with the same key apart', async () => {
  const { add, groups } = open({ keyOf: (item) => String(item % 2) });
  await Promise.all([1, 2, 3, 4].map(add));
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

it('lets the others go alone when one spoils the group, and says so', async () => {
  const { add, groups, onFailure } = open();
  const results = await Promise.allSettled([1, 100, 2].map(add));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(groups).toEqual([[1, 100, 2], [1], [100], [2]]);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(expect.any(Error), [1, 100, 2]);
});

it('asks a database that is away once', async () => {
  const { add, groups } = open();
  const results = await Promise.allSettled([1, 1000].map(add));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(groups).toHaveLength(1);
});

it('is closed once everything is answered', async () => {
  const { add, close, groups } = open({ most: 1 });
  const stored = [1, 2].map(add);
  await close();
  expect(groups).toEqual([[1], [2]]);
  await Promise.all(stored);
});
