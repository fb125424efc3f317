import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LimitPeriod } from '#contract/wallet/limits.ts';
import { readLimits, setLimit, startCoolOff } from '#contract/wallet/limits-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { open } from '../purchase/testing.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds())('limits that a member sets on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let test: TestApp;

  beforeAll(async () => {
    suite = await create();
    test = await createTestApp({ database: suite.url });
  });
  afterAll(async () => {
    await test.close();
    await suite.drop();
  });

  const set = (who: TestMember, period: LimitPeriod, credits: number | null) =>
    callApp(test, setLimit, { period, credits }, bearer(who.token));
  const read = (who: TestMember) => callApp(test, readLimits, {}, bearer(who.token));

  it('are none to begin with, lower at once and higher after a day', async () => {
    const anna = await aMember(test);
    const none = { credits: null, next: null, spent: 0 };
    expect(await read(anna)).toEqual({
      limits: [
        { period: 'day', ...none },
        { period: 'week', ...none },
        { period: 'month', ...none },
      ],
      coolOffUntil: null,
    });
    await set(anna, 'day', 500);
    const from = new Date(test.clock.now().getTime() + 24 * HOUR).toISOString();
    const awaited = { period: 'day', credits: 500, next: { credits: 900, from }, spent: 0 };
    expect((await set(anna, 'day', 900)).limits[0]).toEqual(awaited);
    expect((await set(anna, 'day', 500)).limits[0]).toMatchObject({ credits: 500, next: null });
    await set(anna, 'day', null);
    test.clock.advance(24 * HOUR);
    expect((await read(anna)).limits[0]).toMatchObject({ credits: null, next: null });
  });

  it('are the member’s own', async () => {
    const [anna, bram] = [await aMember(test), await aMember(test)];
    await set(anna, 'week', 100);
    expect((await read(bram)).limits[1]).toMatchObject({ credits: null });
    await expect(callApp(test, readLimits, {})).rejects.toThrow('badRequest.unauthorized');
  });

  it.each([-1, 1.5, 1_000_001, '60'])('refuse %s', async (credits) => {
    const anna = await aMember(test);
    await expect(set(anna, 'day', credits as number)).rejects.toThrow('badRequest.invalid.input');
  });

  it('open the wallet after a cool-off and not before; a shorter one does not shorten it', async () => {
    const anna = await aMember(test, 1000);
    const start = (length: 'day' | 'week') => callApp(test, startCoolOff, { length }, bearer(anna.token));
    const until = new Date(test.clock.now().getTime() + 7 * 24 * HOUR).toISOString();
    expect((await start('week')).coolOffUntil).toBe(until);
    expect((await start('day')).coolOffUntil).toBe(until);
    await expect(open(test, anna)).rejects.toThrow('badRequest.limit.coolOff');
    test.clock.advance(7 * 24 * HOUR);
    expect((await read(anna)).coolOffUntil).toBeNull();
    expect((await open(test, anna)).payment).toBeTruthy();
  });

  it('tell the member once in a period when most of one is used', async () => {
    const [anna, vera] = [await aMember(test, 1000), await aPerformer(test)];
    await set(anna, 'day', 500);
    const chat = await join(test, anna.caller, vera);
    const told = () =>
      test.pushes.filter(({ name, to }) => name === 'limit-near' && to === `member:${anna.id}`);
    await chat.tip(300);
    await runDueWork(test.outbox);
    expect(told()).toEqual([]);
    await chat.tip(100);
    await chat.tip(100);
    await runDueWork(test.outbox);
    expect(told().map(({ payload }) => payload)).toEqual([{ period: 'day', credits: 500, spent: 400 }]);
  });
});
