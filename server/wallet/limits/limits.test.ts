import { describe, expect, it } from 'vitest';
import { type LimitPeriod, readLimits, setLimit, startCoolOff } from '#contract/wallet/limits-calls.ts';
import { runDueWork } from '#server/outbox/run-due-work.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join } from '#server/testing/viewer.ts';
import { open } from '../purchase/testing.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds())('a member’s limits on $name', (database) => {
  const test = startTestApp({ on: database });

  const set = (who: TestMember, period: LimitPeriod, credits: number | null) =>
    callApp(test, setLimit, { period, credits }, bearer(who.token));
  const read = (who: TestMember) => callApp(test, readLimits, {}, bearer(who.token));

  it('do not exist at first, fall at once and rise after a day', async () => {
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

  it('are visible only to the member', async () => {
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

  it('warn the member once per period when most of a limit is used', async () => {
    const [anna, vera] = [await aMember(test, 1000), await aPerformer(test)];
    await set(anna, 'day', 500);
    const chat = await join(test, anna.caller, vera);
    const warnings = () =>
      test.pushes.filter(({ name, to }) => name === 'limit-near' && to === `member:${anna.id}`);
    await chat.tip(300);
    await runDueWork(test.outbox);
    expect(warnings()).toEqual([]);
    await chat.tip(100);
    await chat.tip(100);
    await runDueWork(test.outbox);
    expect(warnings().map(({ payload }) => payload)).toEqual([{ period: 'day', credits: 500, spent: 400 }]);
  });
});
