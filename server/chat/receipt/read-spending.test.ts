import { describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { readSpending, type SpendingPeriod } from '#contract/chat/spending-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { beginVip, endVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';

const DAY = 24 * 3_600_000;
const nothing = { chat: 0, vip: 0, tips: 0, toys: 0, messages: 0, total: 0 };

describe.each(databaseKinds())('what a member spent, on $name', (database) => {
  const test = startTestApp({ on: database });

  /** Uses a new login each time, since months pass. */
  const read = async ({ id }: TestMember, period?: SpendingPeriod) => {
    const token = await tokenFor(test.deps, 'member', id);
    return callApp(test, readSpending, period ? { period } : {}, bearer(token));
  };

  it('is empty at first and visible only to the member', async () => {
    const [anna, bram, vera] = [await aMember(test, 1000), await aMember(test), await aPerformer(test)];
    expect(await read(anna)).toEqual({ performers: [], all: nothing });
    await (await join(test, anna.caller, vera)).tip(100);
    expect((await read(anna)).all).toEqual({ ...nothing, tips: 100, total: 100 });
    expect(await read(bram)).toEqual({ performers: [], all: nothing });
    await expect(callApp(test, readSpending, {})).rejects.toThrow('badRequest.unauthorized');
  });

  it('lists spending by performer, highest first, and by kind', async () => {
    const [anna, vera, mila] = [await aMember(test, 5000), await aPerformer(test), await aPerformer(test)];
    const first = await watch(test, anna.caller, vera);
    await first.tip(150);
    await first.leave();
    const second = await watch(test, anna.caller, mila);
    await beginVip(test, second, mila);
    await endVip(test, second);
    await changeStatus(test.deps, mila.id, onlineStatus.free);
    await callApp(test, setToy, { active: true }, bearer(mila.token));
    const third = await join(test, anna.caller, mila);
    await callApp(
      test,
      chatAction,
      { action: 'tip', auth: third.auth(), clientId: test.deps.newId(), data: { amount: 250 } },
      bearer(anna.token),
    );
    const { performers, all } = await read(anna);
    const byMila = performers.find(({ performer }) => performer === mila.username);
    expect(performers.map(({ performer }) => performer)).toEqual([mila.username, vera.username]);
    expect(performers[1]).toEqual({
      ...nothing,
      performer: vera.username,
      chat: 60,
      tips: 150,
      total: 210,
    });
    expect(byMila).toMatchObject({ vip: 240, toys: 250, tips: 0 });
    expect(all).toMatchObject({ vip: 240, tips: 150, toys: 250 });
    expect(all.total, 'as the balance says').toBe(5000 - (await anna.credits()));
  });

  it('subtracts what was given back and leaves out performers with nothing left', async () => {
    const [anna, vera, mila] = [await aMember(test, 1000), await aPerformer(test), await aPerformer(test)];
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(30_000);
    await changeStatus(test.deps, vera.id, onlineStatus.paused);
    await watch(test, anna.caller, mila);
    await changeStatus(test.deps, mila.id, onlineStatus.paused);
    const awaited = { ...nothing, chat: 30, total: 30 };
    expect(await read(anna)).toEqual({
      performers: [{ performer: vera.username, ...awaited }],
      all: awaited,
    });
    expect(await anna.credits()).toBe(970);
  });

  it('filters by period: this month, last month, this year, or all time', async () => {
    const [anna, vera] = [await aMember(test, 1000), await aPerformer(test, onlineStatus.free)];
    // It is 20 November; in December and January the same tips fall into other periods.
    const tip = async (amount: number) => (await join(test, anna.caller, vera)).tip(amount);
    const totals = () =>
      Promise.all(
        (['month', 'last-month', 'year', 'all'] as const).map(
          async (period) => (await read(anna, period)).all.total,
        ),
      );
    await tip(100);
    expect(await totals()).toEqual([100, 0, 100, 100]);
    test.clock.advance(15 * DAY);
    await tip(200);
    expect(await totals()).toEqual([200, 100, 300, 300]);
    test.clock.advance(30 * DAY);
    await tip(300);
    expect(await totals()).toEqual([300, 200, 300, 600]);
    expect((await read(anna)).all, 'this month unless told').toMatchObject({ total: 300 });
  });
});
