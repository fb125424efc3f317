import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/chat/minutes.ts';
import { readRests } from '#contract/chat/receipt-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { transfers } from '#server/ledger/tables.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { readReceipt } from '../receipt/receipt.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { sweepChats } from '../session/sweep-chats.ts';
import { chatSessions } from '../session/tables.ts';
import { leaveOwnChats, takeOverChats } from '../session/take-over-chats.ts';
import { settleRests } from './settle-minute.ts';
import { chatMinutes } from './tables.ts';

describe.each(databaseKinds())('minutes on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let test: TestApp;
  let vera: TestPerformer;
  let anna: TestMember;

  beforeAll(async () => {
    suite = await create();
    test = await createTestApp({ database: suite.url });
  });
  afterAll(async () => {
    await test.close();
    await suite.drop();
  });
  beforeEach(async () => {
    vera = await aPerformer(test);
    anna = await aMember(test, 1000);
    test.pushes.length = 0;
  });

  const sessionOf = async (id: string) => {
    const [session] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id));
    if (!session) throw new Error('no such session');
    return session;
  };
  const receiptOf = async (id: string) => readReceipt(test.deps, await sessionOf(id));
  const openMinute = async (member: TestMember) =>
    (await test.deps.db.select().from(chatMinutes).where(eq(chatMinutes.memberId, member.id))).find(
      ({ state }) => state !== 'settled',
    );

  /** Time passes for everybody; media is delivered to nobody. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      test.clock.advance(Math.min(1000, left));
      await sweepChats(test.deps);
    }
    await settleRests(test.deps);
  }
  /** Until nobody can come back to a minute any more. */
  async function passForGood(): Promise<void> {
    test.clock.advance(5 * MINUTE_MS + 20_000);
    await pass(1000);
  }

  describe('what watching costs', () => {
    it('takes each minute in advance, at the first picture and when one is used up', async () => {
      const viewer = await join(test, anna.caller, vera);
      expect(await anna.credits()).toBe(1000);
      await viewer.beat();
      expect(await anna.credits()).toBe(940);
      await viewer.watchFor(MINUTE_MS - 3000);
      expect(await anna.credits()).toBe(940);
      await viewer.watchFor(3000);
      expect([await anna.credits(), await vera.credits()]).toEqual([880, 120]);
      await viewer.watchFor(3 * MINUTE_MS);
      expect([await anna.credits(), await vera.credits()]).toEqual([700, 300]);
    });

    it('carries what was seen beyond a minute into the next one', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(59_000);
      await viewer.watchFor(3000);
      expect((await openMinute(anna))?.deliveredMs).toBe(2000);
    });

    it('tells the member the balance and the viewer what is left of the minute', async () => {
      const { session } = await watch(test, anna.caller, vera);
      expect(test.pushes).toContainEqual({
        to: `member:${anna.id}`,
        name: 'updated-credits',
        payload: { credits: 940 },
      });
      expect(test.pushes).toContainEqual({
        to: `chat:${session}`,
        name: 'chat-meter',
        payload: { session, price: 60, spent: 60, paidMs: 0, leftMs: MINUTE_MS },
      });
    });

    it('charges a minute once, however many reports arrive at the same time', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(MINUTE_MS - 3000);
      test.clock.advance(3000);
      test.media.deliver(viewer.session, test.clock.now().getTime());
      await Promise.all([viewer.beat(), viewer.beat(), viewer.beat(), sweepChats(test.deps)]);
      expect(await anna.credits()).toBe(880);
    });

    it('stands still while the media server delivers nothing', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(30_000);
      for (let beats = 0; beats < 10; beats += 1) {
        test.clock.advance(3000);
        await viewer.report();
      }
      await viewer.watchFor(27_000);
      expect(await anna.credits()).toBe(940);
      await viewer.watchFor(6000);
      expect(await anna.credits()).toBe(880);
    });

    it('uses up nothing of a minute when the clock is set forward', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(30_000);
      test.clock.advance(14_000);
      await viewer.beat();
      expect([await anna.credits(), (await openMinute(anna))?.deliveredMs]).toEqual([940, 30_000]);
    });

    it('charges no next minute while nothing is delivered', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(MINUTE_MS - 1000);
      test.clock.advance(1000);
      test.media.deliver(viewer.session, test.clock.now().getTime());
      test.clock.advance(2500);
      await viewer.report();
      expect([await anna.credits(), await openMinute(anna)]).toEqual([940, undefined]);
      test.clock.advance(500);
      await viewer.beat();
      expect(await anna.credits()).toBe(880);
    });

    it('never charges from a sweep: a player that is not heard pays no next minute', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(57_000);
      for (let second = 0; second < 6; second += 1) {
        test.clock.advance(1000);
        test.media.deliver(viewer.session, test.clock.now().getTime());
        await sweepChats(test.deps);
      }
      expect(await anna.credits()).toBe(940);
      test.clock.advance(1000);
      test.media.deliver(viewer.session, test.clock.now().getTime());
      await sweepChats(test.deps);
      // What follows would be free.
      expect(await sessionOf(viewer.session)).toMatchObject({ endReason: 'ping-auth-expired' });
    });

    it('lets a stall that only the player tells of count for half a minute at most', async () => {
      const viewer = await watch(test, anna.caller, vera);
      for (let stalled = 3000; stalled <= 60_000; stalled += 3000) {
        test.clock.advance(3000);
        await viewer.beat(stalled);
      }
      expect((await openMinute(anna))?.deliveredMs).toBe(30_000);
      expect(await receiptOf(viewer.session)).toMatchObject({ deliveredMs: 30_000, stalledMs: 30_000 });
    });

    it('believes a stall once: what exceeds the time it is reported for does not count later', async () => {
      const viewer = await watch(test, anna.caller, vera);
      for (let seen = 0; seen < 30_000; seen += 3000) {
        test.clock.advance(3000);
        await viewer.beat(20_000);
      }
      expect((await openMinute(anna))?.deliveredMs).toBe(27_000);
    });

    it('asks nothing of a performer’s pause that a report meets', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(57_000);
      await storeStatus(test.deps, vera.id, onlineStatus.paused);
      await viewer.watchFor(6000);
      expect(await anna.credits()).toBe(940);
    });

    it('ends the chat when the balance does not carry the next minute, and says that it was during one', async () => {
      const poor = await aMember(test, 90);
      const viewer = await watch(test, poor.caller, vera);
      await expect(viewer.watchFor(MINUTE_MS)).rejects.toThrow('badRequest.session.ended');
      expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'no_credits' });
      expect(await poor.credits()).toBe(30);
      expect(test.pushes).toContainEqual({
        to: `member:${poor.id}`,
        name: 'payment-failed',
        payload: { action: 'interval' },
      });
    });

    it('says that it was before the first one when the credits went elsewhere after joining', async () => {
      const poor = await aMember(test, 60);
      const first = await join(test, poor.caller, vera);
      const second = await join(test, poor.caller, await aPerformer(test));
      await first.beat();
      await expect(second.beat()).rejects.toThrow('badRequest.session.ended');
      expect(test.pushes).toContainEqual({
        to: `member:${poor.id}`,
        name: 'payment-failed',
        payload: { action: 'pre-paid' },
      });
    });

    it('takes a minute for as long as it is set', async () => {
      const short = variantOf(test, { config: { ...test.deps.config, chatMinuteSeconds: 9 } });
      const viewer = await watch(short, anna.caller, vera);
      await viewer.watchFor(6000);
      expect(await anna.credits()).toBe(940);
      await viewer.watchFor(3000);
      expect(await anna.credits()).toBe(880);
    });

    it.each([
      ['ahead', 3_600_000],
      ['back', -3_600_000],
    ])('charges nothing for an hour that the clock jumped %s', async (_, ms) => {
      const viewer = await watch(test, anna.caller, vera);
      test.clock.advance(ms);
      // Ahead, the auth has expired and the line counts as lost.
      await viewer.beat().catch(() => {});
      await sweepChats(test.deps);
      expect(await anna.credits()).toBe(940);
    });
  });

  /** Who caused the end, how, and what 20 s of a minute of 60 credits cost at once and for good. */
  const ways: readonly {
    cause: string;
    reason: EndReason;
    how: (viewer: Viewer) => Promise<unknown>;
    atOnce: number;
    forGood: number;
  }[] = [
    { cause: 'the member stops', reason: 'left', how: (viewer) => viewer.leave(), atOnce: 60, forGood: 60 },
    {
      cause: 'another tab or device takes over and never shows a picture',
      reason: 'duplicate_session',
      how: () => join(test, anna.caller, vera),
      atOnce: 60,
      forGood: 60,
    },
    {
      cause: 'the line is lost, the browser killed, the device asleep',
      reason: 'ping-auth-expired',
      how: () => pass(16_000),
      atOnce: 60,
      forGood: 20,
    },
    {
      cause: 'the player fails',
      reason: 'failed',
      how: (viewer) => viewer.leave('failed'),
      atOnce: 60,
      forGood: 20,
    },
    {
      cause: 'the performer pauses',
      reason: 'paused',
      how: () => changeStatus(test.deps, vera.id, onlineStatus.paused),
      atOnce: 20,
      forGood: 20,
    },
    {
      cause: 'the performer goes offline',
      reason: 'host-disconnected',
      how: () => changeStatus(test.deps, vera.id, onlineStatus.offline),
      atOnce: 20,
      forGood: 20,
    },
    {
      cause: 'the performer goes free',
      reason: 'chat-switch',
      how: () => changeStatus(test.deps, vera.id, onlineStatus.free),
      atOnce: 20,
      forGood: 20,
    },
    {
      cause: 'the performer starts VIP with somebody else',
      reason: 'vip-started',
      how: () => changeStatus(test.deps, vera.id, onlineStatus.vip),
      atOnce: 20,
      forGood: 20,
    },
    {
      cause: 'the service is drained',
      reason: 'service-ended',
      how: () => leaveOwnChats(test.deps),
      atOnce: 20,
      forGood: 20,
    },
    {
      cause: 'the service was killed: another process finds the session',
      reason: 'service-ended',
      how: () =>
        takeOverChats({ ...test.deps, node: 'next', media: { ...test.deps.media, viewer: () => null } }),
      atOnce: 20,
      forGood: 20,
    },
  ];

  describe.each(ways)('after 20 s, $cause', ({ reason, how, atOnce, forGood }) => {
    it(`costs ${atOnce} at once and ${forGood} for good, on both sides and on the receipt`, async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(20_000);
      await how(viewer);
      expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: reason });
      expect(1000 - (await anna.credits())).toBe(atOnce);
      expect(await receiptOf(viewer.session)).toMatchObject({ reason, minutes: 1, total: atOnce });
      await passForGood();
      expect(1000 - (await anna.credits())).toBe(forGood);
      expect(await vera.credits()).toBe(forGood);
      expect(await receiptOf(viewer.session)).toMatchObject({
        charged: 60,
        returned: 60 - forGood,
        total: forGood,
        deliveredMs: 20_000,
      });
      const [returned] = await test.deps.db
        .select({ amount: transfers.amount, kind: transfers.kind })
        .from(transfers)
        .where(eq(transfers.reference, `session:${viewer.session}:${reason}`));
      expect(returned).toEqual(forGood < 60 ? { amount: 60 - forGood, kind: 'minute-return' } : undefined);
      expect(await findViolations(test.deps.db, [])).toEqual([]);
    });
  });

  describe('a minute follows the member', () => {
    it.each([
      ['stopping', (viewer: Viewer) => viewer.leave()],
      ['a lost line', () => pass(16_000)],
      ['a failed player', (viewer: Viewer) => viewer.leave('failed')],
      [
        'four minutes at the payment provider',
        (viewer: Viewer) => viewer.leave().then(() => test.clock.advance(240_000)),
      ],
    ])('who joins again after %s continues it', async (_, go) => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await go(viewer);
      const again = await watch(test, anna.caller, vera);
      expect(again.joined.meter.leftMs).toBe(39_000);
      expect(await anna.credits()).toBe(940);
      await again.watchFor(36_000);
      expect(await anna.credits()).toBe(940);
      await again.watchFor(3000);
      expect(await anna.credits()).toBe(880);
      expect(await receiptOf(again.session)).toMatchObject({ minutes: 1, charged: 60, deliveredMs: 39_000 });
    });

    it('continues in the tab that took over', async () => {
      const first = await watch(test, anna.caller, vera);
      await first.watchFor(12_000);
      const second = await watch(test, anna.caller, vera);
      expect(await sessionOf(first.session)).toMatchObject({ endReason: 'duplicate_session' });
      await second.watchFor(45_000);
      expect(await anna.credits()).toBe(940);
    });

    it('is bought anew after five minutes', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await viewer.leave();
      test.clock.advance(5 * MINUTE_MS);
      await watch(test, anna.caller, vera);
      expect(await anna.credits()).toBe(880);
    });

    it('is given back once when nobody swept it before it was bought anew', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await viewer.leave('failed');
      test.clock.advance(5 * MINUTE_MS);
      await watch(test, anna.caller, vera);
      await settleRests(test.deps);
      expect(await anna.credits()).toBe(1000 - 21 - 60);
    });

    it('is of no use with another performer', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await viewer.leave();
      await watch(test, anna.caller, await aPerformer(test));
      expect(await anna.credits()).toBe(880);
    });

    it('opens the door to a member whose balance carries no other', async () => {
      const poor = await aMember(test, 60);
      const viewer = await watch(test, poor.caller, vera);
      await viewer.watchFor(9000);
      await viewer.leave();
      const again = await watch(test, poor.caller, vera);
      await again.watchFor(48_000);
      expect(await poor.credits()).toBe(0);
    });
  });

  describe('a stay, in which one session continues the minute of another', () => {
    it('tells on return what is paid already, and ends with its sum', async () => {
      const first = await watch(test, anna.caller, vera);
      await first.watchFor(21_000);
      await first.tip(100);
      await first.leave();
      expect(await receiptOf(first.session)).toMatchObject({
        ...{ total: 160, paidMs: 21_000 },
        rests: [{ mode: 'chat', leftMs: 39_000, keptMs: 5 * MINUTE_MS }],
      });
      const second = await watch(test, anna.caller, vera);
      expect(second.joined.meter).toMatchObject({ spent: 60, paidMs: 21_000, leftMs: 39_000 });
      await second.watchFor(45_000);
      await second.leave();
      const third = await watch(test, anna.caller, vera);
      await third.watchFor(3000);
      await changeStatus(test.deps, vera.id, onlineStatus.paused);
      // 9 s of the second minute were seen.
      const back = 51;
      expect(await receiptOf(second.session)).toMatchObject({
        ...{ minutes: 1, charged: 60, paidMs: 45_000, total: 60 },
        stay: { minutes: 2, charged: 120, returned: 0, tips: 100, paidMs: 66_000, total: 220 },
      });
      expect(await receiptOf(third.session)).toMatchObject({
        ...{ minutes: 0, charged: 0, returned: back, total: -back, rests: [] },
        stay: { minutes: 2, charged: 120, returned: back, tips: 100, paidMs: 69_000, total: 220 - back },
      });
      expect(1000 - (await anna.credits())).toBe(220 - back);
    });

    it('is not one of sessions that each bought their own', async () => {
      const first = await watch(test, anna.caller, vera);
      await first.watchFor(21_000);
      await first.leave();
      test.clock.advance(5 * MINUTE_MS);
      const second = await watch(test, anna.caller, vera);
      expect(second.joined.meter).toMatchObject({ spent: 0, paidMs: 0, leftMs: null });
      expect((await receiptOf(second.session)).stay).toBeUndefined();
    });
  });

  it('counts paid time only while it is charged', async () => {
    const meterOfLast = () => test.pushes.filter(({ name }) => name === 'chat-meter').at(-1)?.payload;
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(30_000);
    for (let beats = 0; beats < 5; beats += 1) {
      test.clock.advance(3000);
      await viewer.report();
    }
    expect(await sessionOf(viewer.session)).toMatchObject({ paidMs: 30_000 });
    // What comes first after a silence of more than 2 s is not delivered time.
    await viewer.watchFor(36_000);
    expect(meterOfLast()).toMatchObject({ spent: 120, paidMs: 60_000, leftMs: 60_000 });
    expect(await sessionOf(viewer.session)).toMatchObject({ paidMs: 63_000 });
  });

  it('reads what is left with a performer, the member’s own alone', async () => {
    const read = (member: TestMember, performer = vera) =>
      callApp(test, readRests, { performer: performer.username }, bearer(member.token));
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(21_000);
    // It runs elsewhere, and would go on here.
    expect(await read(anna)).toEqual({ rests: [{ mode: 'chat', leftMs: 39_000, keptMs: 5 * MINUTE_MS }] });
    await viewer.leave();
    test.clock.advance(60_000);
    expect(await read(anna)).toEqual({ rests: [{ mode: 'chat', leftMs: 39_000, keptMs: 4 * MINUTE_MS }] });
    expect(await read(await aMember(test))).toEqual({ rests: [] });
    expect(await read(anna, await aPerformer(test))).toEqual({ rests: [] });
    test.clock.advance(4 * MINUTE_MS);
    expect(await read(anna)).toEqual({ rests: [] });
  });

  it('gives back for a lost line three times a day, and not a fourth time', async () => {
    for (const expected of [54, 54, 54, 0]) {
      const before = await anna.credits();
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(6000);
      await pass(16_000);
      await passForGood();
      expect((await anna.credits()) - (before - 60)).toBe(expected);
    }
  });

  it('gives back once, however often the session is ended at the same time', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(30_000);
    const ends = ['paused', 'service-ended', 'paused'] as const;
    await Promise.all(ends.map((reason) => endChatSession(test.deps, viewer.session, reason)));
    expect(await anna.credits()).toBe(970);
  });

  it('gives back for a broadcaster that was killed from the last delivered picture on', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(6000);
    for (let beats = 0; beats < 5; beats += 1) {
      test.clock.advance(3000);
      await viewer.report();
    }
    await changeStatus(test.deps, vera.id, onlineStatus.offline);
    expect(await anna.credits()).toBe(1000 - 6);
  });

  it('settles what a killed service left within five seconds of the last delivered picture', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(6000);
    // Two more seconds are watched and never reported: the doubt is the member's.
    test.clock.advance(2000);
    test.media.deliver(viewer.session, test.clock.now().getTime());
    const next = { ...test.deps, node: 'next', media: { ...test.deps.media, viewer: () => null } };
    await takeOverChats(next);
    expect(await anna.credits()).toBe(1000 - 6);
  });

  it('sends the receipt with the end, tips included, equal to the difference of balances', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(69_000);
    await viewer.tip(250);
    await changeStatus(test.deps, vera.id, onlineStatus.paused);
    const total = 1000 - (await anna.credits());
    expect(test.pushes).toContainEqual({
      to: `chat:${viewer.session}`,
      name: 'chat-ended',
      payload: {
        session: viewer.session,
        reason: 'paused',
        receipt: expect.objectContaining({
          performer: vera.username,
          modes: ['chat'],
          minutes: 2,
          charged: 120,
          returned: 51,
          tips: 250,
          total,
          deliveredMs: 69_000,
          stalledMs: 0,
        }),
      },
    });
    expect(total).toBe(319);
  });
});
