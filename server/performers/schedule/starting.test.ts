import { inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#contract/endpoint.ts';
import { listStarting, MAX_PAGE_SIZE } from '#contract/performers/directory/directory-calls.ts';
import { SOON_LIMIT, SOON_MS } from '#contract/performers/schedule.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { addStart } from '#contract/studio/profile-calls.ts';
import { performers } from '#server/performers/tables.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makePerformer } from '#server/testing/make.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { performerStarts } from '../tables.ts';

const MINUTE_MS = 60_000;

describe.each(databaseKinds())('performers who go live soon on $name', (database) => {
  const test = startTestApp({ on: database });
  // The starts of the tests before are past.
  beforeEach(() => test.clock.advance(2 * SOON_MS));

  const inMinutes = (minutes: number) =>
    new Date(Math.floor(test.clock.now().getTime() / MINUTE_MS + minutes) * MINUTE_MS).toISOString();
  const list = async (input: InputOf<typeof listStarting> = {}) =>
    (await callApp(test, listStarting, input)).result.map(({ username, startsAt }) => [username, startsAt]);
  async function planned(at: string, status = onlineStatus.offline as 0 | 1): Promise<TestPerformer> {
    const performer = await aPerformer(test, status);
    await callApp(test, addStart, { at }, bearer(performer.token));
    return performer;
  }

  it('are returned once, by their next start, soonest first', async () => {
    const [late, soon] = [await planned(inMinutes(60)), await planned(inMinutes(30))];
    await callApp(test, addStart, { at: inMinutes(20) }, bearer(late.token));
    expect(await list()).toEqual([
      [late.username, inMinutes(20)],
      [soon.username, inMinutes(30)],
    ]);
  });

  it('leave out those who are live, and starts that are past or far ahead', async () => {
    await planned(inMinutes(30), onlineStatus.online);
    await planned(inMinutes(SOON_MS / MINUTE_MS + 5));
    await planned(inMinutes(1));
    test.clock.advance(2 * MINUTE_MS);
    expect(await list()).toEqual([]);
  });

  it('pass the filter of the list', async () => {
    const { id } = await planned(inMinutes(30));
    expect(await list({ filter: { gender: 'male' } })).toEqual([]);
    expect(await list({ filter: { userIds: [id] } })).toHaveLength(1);
    expect(await list({ filter: { userIds: [id + 1] } })).toEqual([]);
  });

  it('fill the list behind more than a page of performers who hide, are suspended or do not pass the filter', async () => {
    const ids: number[] = [];
    for (let one = 0; one < 3 * MAX_PAGE_SIZE; one += 1) ids.push(await makePerformer(test.deps));
    const [hiding, suspended, male] = [0, 1, 2].map((part) =>
      ids.slice(part * MAX_PAGE_SIZE, (part + 1) * MAX_PAGE_SIZE),
    ) as [number[], number[], number[]];
    const { db, now } = test.deps;
    await db
      .update(performers)
      .set({ hiddenIn: ['DE'] })
      .where(inArray(performers.id, hiding));
    await db.update(performers).set({ suspendedAt: now() }).where(inArray(performers.id, suspended));
    await db.update(performers).set({ gender: 'male' }).where(inArray(performers.id, male));
    const start = { slot: 1, startsAt: new Date(inMinutes(10)), createdAt: now() };
    await db.insert(performerStarts).values(ids.map((performerId) => ({ performerId, ...start })));
    const shown = [await planned(inMinutes(10)), await planned(inMinutes(20))];
    const location = { country: 'DE', region: null };
    const there = variantOf(test, { geo: { locationOf: () => location } });
    const { result } = await callApp(there, listStarting, { filter: { gender: 'female' } });
    expect(result.map(({ username }) => username)).toEqual(shown.map(({ username }) => username));
  });

  it(`are at most ${SOON_LIMIT}`, async () => {
    for (let one = 0; one <= SOON_LIMIT; one += 1) await planned(inMinutes(30 + one));
    expect((await list()).map(([, at]) => at)).toEqual(
      Array.from({ length: SOON_LIMIT }, (_, one) => inMinutes(30 + one)),
    );
  });
});
