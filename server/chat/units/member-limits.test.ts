import { beforeEach, describe, expect, it } from 'vitest';
import { tipDataSchema } from '#contract/chat/tipping/tips.ts';
import { MINUTE_MS } from '#contract/chat/units.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { type LimitPeriod, readLimits, setLimit, startCoolOff } from '#contract/wallet/limits-calls.ts';
import { accept, askForVip } from '#server/studio/vip/testing.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';
import { keepAlive } from '../session/beats/keep-alive.ts';
import { sendTip } from '../tips/send-tip.ts';
import { settleRests } from './settle-unit.ts';

describe.each(databaseKinds())('a member’s limits in a chat on $name', (database) => {
  const test = startTestApp({ on: database });
  let anna: TestMember;
  let vera: TestPerformer;

  beforeEach(async () => {
    [anna, vera] = [await aMember(test, 2000), await aPerformer(test)];
    test.pushes.length = 0;
  });

  const limit = (period: LimitPeriod, credits: number) =>
    callApp(test, setLimit, { period, credits }, bearer(anna.token));
  const coolOff = () => callApp(test, startCoolOff, { length: 'day' }, bearer(anna.token));
  const spent = async () => (await callApp(test, readLimits, {}, bearer(anna.token))).limits[0]?.spent;
  const lastEnd = () => {
    const push = test.pushes.filter(({ name }) => name === 'chat-ended').at(-1);
    return (push?.payload as { reason: string } | undefined)?.reason;
  };

  it.each(['day', 'week', 'month'] as const)(
    'refuse a tip above the limit of the %s, and accept one within it',
    async (period) => {
      await limit(period, 300);
      const chat = await join(test, anna.caller, vera);
      await chat.tip(200);
      await expect(chat.tip(101)).rejects.toThrow('badRequest.limit.reached');
      await chat.tip(100);
      expect(await spent()).toBe(300);
      expect(await anna.credits()).toBe(1700);
    },
  );

  it('reset the next day', async () => {
    await limit('day', 100);
    const chat = await join(test, anna.caller, vera);
    await chat.tip(100);
    await expect(chat.tip(100)).rejects.toThrow('badRequest.limit.reached');
    await chat.leave();
    test.clock.advance(24 * 3_600_000);
    const other = await join(test, anna.caller, vera);
    await other.tip(100);
    expect(await spent()).toBe(100);
  });

  it('hold for concurrent tips to one performer and to several', async () => {
    await limit('day', 500);
    const rooms = [vera, await aPerformer(test), await aPerformer(test)];
    const chats = await Promise.all(rooms.map((performer) => join(test, anna.caller, performer)));
    const tips = Array.from({ length: 15 }, (_, n) =>
      (chats[n % 3] as (typeof chats)[number]).tip(100).then(
        () => 'paid',
        (error: Error) => error.message,
      ),
    );
    const outcomes = await Promise.all(tips);
    expect(outcomes.filter((outcome) => outcome === 'paid')).toHaveLength(5);
    expect(new Set(outcomes)).toEqual(new Set(['paid', 'badRequest.limit.reached']));
    expect(await spent()).toBe(500);
    expect(await anna.credits()).toBe(1500);
  });

  it.runIf(database.concurrent)(
    'hold to the credit when tips and a minute are charged at once on two nodes',
    async () => {
      const other = variantOf(test, { node: 'other' });
      for (const credits of [200, 259, 260, 300]) {
        anna = await aMember(test, 2000);
        await limit('day', credits);
        const chat = await watch(test, anna.caller, vera);
        await chat.watchFor(MINUTE_MS - 3000);
        test.clock.advance(3000);
        test.media.deliver(chat.session, test.clock.now().getTime());
        const [auth, stats] = [chat.auth(), { framesDecoded: 25, packetsLost: 0, stalledMs: 0 }];
        const data = tipDataSchema.parse({ amount: 100 });
        const tipOn = ({ deps }: typeof test) =>
          sendTip(deps, anna.caller, {
            action: 'tip',
            auth,
            recipient: 'host',
            clientId: deps.newId(),
            data,
          });
        const acts = [
          { price: 60, of: keepAlive(other.deps, anna.caller, { auth, stats }) },
          ...[test, other, test, other].map((node) => ({ price: 100, of: tipOn(node) })),
        ];
        const results = await Promise.allSettled(acts.map(({ of }) => of));
        const paid = acts.reduce(
          (sum, { price }, at) => sum + (results[at]?.status === 'fulfilled' ? price : 0),
          60,
        );
        const labels = results.flatMap((one) =>
          one.status === 'rejected' ? [(one.reason as Error).message] : [],
        );
        const refusals = ['badRequest.limit.reached', 'badRequest.session.ended'];
        expect(labels.filter((label) => !refusals.includes(label))).toEqual([]);
        expect(await spent()).toEqual(paid);
        expect(2000 - (await anna.credits())).toEqual(paid);
        expect(paid).toBeLessThanOrEqual(credits);
        // Nothing was refused that would have fitted.
        expect(paid + 100).toBeGreaterThan(credits);
      }
    },
  );

  it('return the same tip again if it was paid before the limit was reached', async () => {
    const chat = await join(test, anna.caller, vera);
    const data = tipDataSchema.parse({ amount: 100 });
    const tip = {
      action: 'tip',
      auth: chat.auth(),
      recipient: 'host',
      clientId: test.deps.newId(),
      data,
    } as const;
    await sendTip(test.deps, anna.caller, tip);
    await limit('day', 0);
    expect(await sendTip(test.deps, anna.caller, tip)).toMatchObject({ credits: 1900 });
  });

  it('end a paid chat at the first minute that exceeds them, with the reason', async () => {
    await limit('day', 120);
    const chat = await watch(test, anna.caller, vera);
    await expect(chat.watchFor(150_000)).rejects.toThrow('badRequest.session.ended');
    expect(await spent()).toBe(120);
    expect(lastEnd()).toBe('limit-reached');
    expect(test.pushes.filter(({ name }) => name === 'payment-failed')).toEqual([]);
  });

  it('refuse a join if no minute fits, but allow free chat', async () => {
    await limit('day', 59);
    await expect(join(test, anna.caller, vera)).rejects.toThrow('badRequest.limit.reached');
    await join(test, anna.caller, await aPerformer(test, onlineStatus.free));
  });

  it('do not count credits that were given back', async () => {
    const chat = await watch(test, anna.caller, vera);
    expect(await spent()).toBe(60);
    await chat.watchFor(30_000);
    await chat.leave('failed');
    test.clock.advance(10 * 60_000);
    await settleRests(test.deps);
    expect(await spent()).toBe(30);
  });

  it('refuse to request or begin a show, without telling the performer why', async () => {
    const chat = await watch(test, anna.caller, vera);
    const request = await askForVip(test, chat);
    await limit('day', 200);
    await expect(accept(test, vera, request)).rejects.toThrow('badRequest.deduct.credits.amount');
    const lastPush = (name: string) => test.pushes.findLast((push) => push.name === name);
    expect(lastPush('vip-state')).toMatchObject({ to: `chat:${chat.session}`, payload: { reason: 'limit' } });
    expect(lastPush('studio-vip')).toMatchObject({
      to: `performer:${vera.id}`,
      payload: { reason: 'no_credits' },
    });
    await expect(askForVip(test, chat)).rejects.toThrow('badRequest.limit.reached');
  });

  it('stop all paid watching during a cool-off', async () => {
    const chat = await watch(test, anna.caller, vera);
    await coolOff();
    await expect(chat.tip(100)).rejects.toThrow('badRequest.limit.coolOff');
    await expect(chat.watchFor(120_000)).rejects.toThrow('badRequest.session.ended');
    expect(lastEnd()).toBe('cool-off');
    await expect(join(test, anna.caller, await aPerformer(test))).rejects.toThrow('badRequest.limit.coolOff');
    expect(await spent()).toBe(60);
  });
});
