import { describe, expect, it } from 'vitest';
import { dayOf } from '#contract/day.ts';
import { pastMonths } from '#contract/desk/money/payout-calls.ts';
import { readEarnings } from '#contract/studio/numbers/earnings-calls.ts';
import { duePayouts } from '#server/desk/payouts/list-payouts.ts';
import { markPaid, undoPayout } from '#server/desk/payouts/pay-out.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { giveCredits } from '#server/testing/make.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, tokenFor } from '#server/testing/test-app.ts';

const HOUR = 3_600_000;

describe.each(databaseKinds())('what a performer’s credits are worth on $name', (database) => {
  const environment = { PAYOUT_RATE: '50', PAYOUT_MINIMUM: '1000', MESSAGE_RETURN_HOURS: '48' };
  const test = startTestApp({ on: database, environment });

  const read = async ({ id }: TestPerformer, input: { month?: string } = {}) =>
    callApp(test, readEarnings, input, bearer(await tokenFor(test.deps, 'performer', id)));
  const earn = ({ id }: TestPerformer, credits: number) =>
    giveCredits(test.deps, { kind: 'performer', owner: id }, credits);
  /** To this time in UTC. */
  const goTo = (moment: string) => test.clock.advance(Date.parse(moment) - test.clock.now().getTime());

  it('follows a month from its days to its payout, and one that comes back', async () => {
    const vera = await aPerformer(test);
    await earn(vera, 600);
    const early = await read(vera);
    expect(early.worth).toEqual({
      rate: 50,
      minimum: 1000,
      running: 600,
      open: 600,
      next: { month: '2026-11', credits: 600, from: '2026-12-03', isPayable: false, isEnough: false },
    });
    expect(early.byDay).toHaveLength(30);
    expect(early.byDay.filter(({ earned }) => earned !== 0)).toEqual([
      { day: dayOf(test.clock.now()), earned: 600 },
    ]);
    expect(early.byMonth.map(({ month }) => month)).toMatchObject({ 0: '2025-12', 11: '2026-11' });
    await earn(vera, 900);
    // The month is over, and can be paid once its last message has an answer or is given back.
    goTo('2026-12-02T12:00:00Z');
    await earn(vera, 200);
    const over = await read(vera);
    expect(over.worth).toMatchObject({
      running: 200,
      open: 1700,
      next: { month: '2026-11', credits: 1500, from: '2026-12-03', isPayable: false, isEnough: true },
    });
    test.clock.advance(24 * HOUR);
    expect((await read(vera)).worth.next.isPayable).toBe(true);
    const els = operatorCaller('els', 'month');
    const [due] = await duePayouts(test.deps, { month: '2026-11', only: vera.id });
    expect(due?.credits).toBe(1500);
    const { version = '' } = due ?? {};
    const paid = await markPaid(test.deps, els, {
      performer: vera.id,
      month: '2026-11',
      version,
      reference: 'run',
    });
    expect((await read(vera)).worth).toMatchObject({
      open: 200,
      next: { month: '2026-12', credits: 200, from: '2027-01-03', isEnough: false },
    });
    await undoPayout(test.deps, els, { payout: paid.payout });
    expect((await read(vera)).worth).toMatchObject({
      open: 1700,
      next: { month: '2026-11', credits: 1500, isPayable: true, isEnough: true },
    });
  });

  it('adds a month below the minimum to the one that runs', async () => {
    const vera = await aPerformer(test);
    const [month = ''] = pastMonths(test.clock.now(), 1);
    await earn(vera, 700);
    goTo('2027-02-10T12:00:00Z');
    await earn(vera, 400);
    const { worth } = await read(vera);
    expect(worth.next).toMatchObject({ month: '2027-02', credits: 1100, isEnough: true, isPayable: false });
    // A month of long ago has a chart of its own, and the worth of today.
    const old = await read(vera, { month });
    expect(old).toMatchObject({ worth, earned: 0, opening: 0 });
    expect(old.byMonth.at(-1)).toEqual({ month, earned: 0 });
  });

  it('counts every day of a month whose clocks change once', async () => {
    const vera = await aPerformer(test);
    // 28 March 2027 has 23 hours.
    goTo('2027-03-27T22:59:00Z');
    for (const minutes of [0, 2, 23 * 60, 2]) {
      test.clock.advance(minutes * 60_000);
      await earn(vera, 100);
    }
    const { byDay, earned } = await read(vera);
    expect(byDay).toHaveLength(31);
    expect(new Set(byDay.map(({ day }) => day)).size).toBe(31);
    expect(byDay.filter(({ earned: sum }) => sum > 0)).toEqual([
      { day: '2027-03-27', earned: 100 },
      { day: '2027-03-28', earned: 100 },
      { day: '2027-03-29', earned: 200 },
    ]);
    expect(earned).toBe(400);
  });
});
