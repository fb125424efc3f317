import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { countPerformers, listPerformers } from '#contract/performers/directory/directory-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { makePerformer } from '#server/testing/make.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { storeStatus } from '../../profile/store-status.ts';
import { performers } from '../../tables.ts';

const test = startTestApp();
/** PGlite has a single connection, so two transactions can't run at once. */
const isConcurrent = process.env['SUITE_DATABASE'] !== undefined;

const listed = async () =>
  (await callApp(test, listPerformers, { pagination: { page: 1 } })).result.map(
    ({ username, onlineStatus: status }) => [username, status],
  );
const count = async () => (await callApp(test, countPerformers, {})).count;
const write = (id: number, values: Partial<typeof performers.$inferInsert>) =>
  test.deps.db.update(performers).set(values).where(eq(performers.id, id));

it('includes everything written before the call', async () => {
  expect(await listed()).toEqual([]);
  const anna = await makePerformer(test.deps, { username: 'Anna' });
  const bea = await makePerformer(test.deps, { username: 'Bea', rating: 50 });
  expect(await listed()).toEqual([
    ['Bea', 0],
    ['Anna', 0],
  ]);
  await storeStatus(test.deps, anna, onlineStatus.free);
  expect(await listed()).toEqual([
    ['Anna', 3],
    ['Bea', 0],
  ]);
  await write(bea, { username: 'Beatrix', onlineStatus: onlineStatus.vip });
  expect(await listed()).toEqual([
    ['Anna', 3],
    ['Beatrix', 5],
  ]);
  await write(anna, { gender: 'couple' });
  expect(await listed()).toEqual([['Beatrix', 5]]);
});

it('answers concurrent callers, none with a state older than the call', async () => {
  const id = await makePerformer(test.deps, { username: 'Cleo', gender: 'couple' });
  for (const status of [3, 0, 1, 5, 9, 0] as const) {
    const lists = Array.from({ length: 5 }, listed);
    await write(id, { gender: 'female', onlineStatus: status });
    expect(await listed()).toContainEqual(['Cleo', status]);
    await Promise.all(lists);
  }
});

it('finds the rows of a transaction that ended after later ones', async () => {
  const [early, late] = [await makePerformer(test.deps), await makePerformer(test.deps)];
  const status = async (id: number) => {
    const { result } = await callApp(test, listPerformers, { filter: { userIds: [id] } });
    return result[0]?.onlineStatus;
  };
  let end = () => {};
  const mayEnd = new Promise<void>((resolve) => {
    end = resolve;
  });
  if (!isConcurrent) end();
  let begun = () => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const slow = test.deps.db.transaction(async (tx) => {
    await tx.update(performers).set({ onlineStatus: 3 }).where(eq(performers.id, early));
    begun();
    await mayEnd;
  });
  await hasBegun;
  await write(late, { onlineStatus: 5 });
  expect(await status(late)).toBe(5);
  if (isConcurrent) expect(await status(early)).toBe(0);
  end();
  await slow;
  expect(await status(early)).toBe(3);
  expect(await status(late)).toBe(5);
});

it('reads everything again if more changed than fits in a batch', async () => {
  const before = await count();
  await test.deps.db.execute(sql`insert into performer (username, username_folded, date_of_birth, gender, online_status)
    select 'Many' || n, 'many' || n, '1990-01-01', 'trans', case when n = 7 then 3 else 0 end from generate_series(1, 10500) as n`);
  expect(await count()).toBe(before + 10_500);
  const { result, total } = await callApp(test, listPerformers, {
    filter: { gender: 'trans' },
    pagination: { page: 2, limit: 1 },
  });
  expect(result[0]?.username).toBe('Many1');
  expect(total).toBe(10_500);
});

it('drops a performer deleted from the database', async () => {
  const id = await makePerformer(test.deps, { username: 'Gone', onlineStatus: onlineStatus.free });
  const before = await count();
  expect(await listed()).toContainEqual(['Gone', 3]);
  await test.deps.db.delete(performers).where(eq(performers.id, id));
  expect(await listed()).not.toContainEqual(['Gone', 3]);
  expect(await count()).toBe(before - 1);
});
