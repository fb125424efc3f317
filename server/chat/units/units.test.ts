import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { readRests } from '#contract/chat/receipt-calls.ts';
import type { EndReason } from '#contract/chat/session.ts';
import { MINUTE_MS } from '#contract/chat/units.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { transfers } from '#server/ledger/tables.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { performers } from '#server/performers/tables.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { payBack, payOut } from '#server/testing/payouts.ts';
import {
  aMember,
  aPerformer,
  type TestMember,
  type TestPerformer,
  testRequest,
} from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { readReceipt } from '../receipt/receipt.ts';
import { keepAlive } from '../session/beats/keep-alive.ts';
import { endChatSession } from '../session/end-chat-session.ts';
import { sweepChats } from '../session/sweep-chats.ts';
import { chatSessions } from '../session/tables.ts';
import { leaveOwnChats, takeOverChats } from '../session/take-over-chats.ts';
import { settleRests } from './settle-unit.ts';
import { chatUnits } from './tables.ts';

describe.each(databaseKinds())('minutes on $name', (database) => {
  const test = startTestApp({ on: database });
  let vera: TestPerformer;
  let anna: TestMember;

  beforeEach(async () => {
    vera = await aPerformer(test);
    anna = await aMember(test, 1000);
    test.pushes.length = 0;
  });

  const sessionOf = async (id: string) => {
    const [session] = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id));
    if (!session) throw new Error('No such session');
    return session;
  };
  const receiptOf = async (id: string) => readReceipt(test.deps, await sessionOf(id));
  const openUnit = async (member: TestMember) =>
    (await test.deps.db.select().from(chatUnits).where(eq(chatUnits.memberId, member.id))).find(
      ({ state }) => state !== 'settled',
    );

  const hideFrom = (place: string) =>
    test.deps.db
      .update(performers)
      .set({ hiddenIn: [place] })
      .where(eq(performers.id, vera.id));
  const beatFrom = (country: string, auth: string) => {
    const request = { ...testRequest, location: { country, region: null } };
    return keepAlive(test.deps, { ...anna.caller, request }, { auth });
  };
  /** Lets time pass; no media is delivered. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1000) {
      test.clock.advance(Math.min(1000, left));
      await sweepChats(test.deps);
    }
    await settleRests(test.deps);
  }
  /** Until no minute can be continued any more. */
  async function passForGood(): Promise<void> {
    test.clock.advance(5 * MINUTE_MS + 20_000);
    await pass(1000);
  }

  describe('what watching costs', () => {
    it('L4.27 L9.1 charges each minute in advance, at the first frame and when one is used up', async () => {
      const viewer = await join(test, anna.caller, vera);
      expect(await anna.credits()).toBe(1000);
      await viewer.beat();
      expect(await anna.credits()).toBe(940);
      await viewer.watchFor(MINUTE_MS - 3000);
      expect(await anna.credits()).toBe(940);
      await viewer.watchFor(3000);
      expect(await anna.credits()).toBe(880);
      expect(await vera.credits()).toBe(120);
      await viewer.watchFor(3 * MINUTE_MS);
      expect(await anna.credits()).toBe(700);
      expect(await vera.credits()).toBe(300);
    });

    it('carries time beyond a minute into the next one', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(59_000);
      await viewer.watchFor(3000);
      expect((await openUnit(anna))?.deliveredMs).toBe(2000);
    });

    it('P4.41 pushes the balance to the member and the rest of the minute to the viewer', async () => {
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

    it('charges a minute once for any number of simultaneous reports', async () => {
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
        await viewer.sendStats();
      }
      await viewer.watchFor(27_000);
      expect(await anna.credits()).toBe(940);
      await viewer.watchFor(6000);
      expect(await anna.credits()).toBe(880);
    });

    it('begins no minute while the picture is frozen', async () => {
      test.media.publish(streamRoom(vera.id), { picture: 'frozen' });
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(9000);
      expect(await anna.credits()).toBe(1000);
      test.media.publish(streamRoom(vera.id));
      await viewer.beat();
      expect(await anna.credits()).toBe(940);
    });

    it('uses up no time when the clock is set forward', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(30_000);
      test.clock.advance(14_000);
      await viewer.beat();
      expect(await anna.credits()).toBe(940);
      expect((await openUnit(anna))?.deliveredMs).toBe(30_000);
    });

    it('charges no next minute while nothing is delivered', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(MINUTE_MS - 1000);
      test.clock.advance(1000);
      test.media.deliver(viewer.session, test.clock.now().getTime());
      test.clock.advance(2500);
      await viewer.sendStats();
      expect(await anna.credits()).toBe(940);
      expect(await openUnit(anna)).toBeUndefined();
      test.clock.advance(500);
      await viewer.beat();
      expect(await anna.credits()).toBe(880);
    });

    it('never charges from a sweep: a silent player pays no next minute', async () => {
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
      // Anything watched after this would be free.
      expect(await sessionOf(viewer.session)).toMatchObject({ endReason: 'ping-auth-expired' });
    });

    it('counts a stall that only the player reports for at most half a minute', async () => {
      const viewer = await watch(test, anna.caller, vera);
      for (let stalled = 3000; stalled <= 60_000; stalled += 3000) {
        test.clock.advance(3000);
        await viewer.beat(stalled);
      }
      expect((await openUnit(anna))?.deliveredMs).toBe(30_000);
      expect(await receiptOf(viewer.session)).toMatchObject({ deliveredMs: 30_000, stalledMs: 30_000 });
    });

    it('counts a reported stall once: the part beyond its report is not counted later', async () => {
      const viewer = await watch(test, anna.caller, vera);
      for (let seen = 0; seen < 30_000; seen += 3000) {
        test.clock.advance(3000);
        await viewer.beat(20_000);
      }
      expect((await openUnit(anna))?.deliveredMs).toBe(27_000);
    });

    it('charges nothing for a report during a performer’s pause', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(57_000);
      await storeStatus(test.deps, vera.id, onlineStatus.paused);
      await viewer.watchFor(6000);
      expect(await anna.credits()).toBe(940);
    });

    it('P4.43 L4.10 ends the chat if the balance is below the next minute, with the reason', async () => {
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

    it('P4.43 L4.10 ends before the first minute if the credits were spent after joining', async () => {
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

    it('uses the configured length of a minute', async () => {
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
    ])('charges nothing for an hour of clock jump %s', async (_, ms) => {
      const viewer = await watch(test, anna.caller, vera);
      test.clock.advance(ms);
      // With the clock ahead, the auth has expired and the connection counts as lost.
      await viewer.beat().catch(() => {});
      await sweepChats(test.deps);
      expect(await anna.credits()).toBe(940);
    });
  });

  /** Cause and reason of the end, and the cost of 20 s of a 60-credit minute: at once, and after settlement. */
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
      cause: 'the member sends a keep-alive from a place the performer hides from',
      reason: 'ping-auth-expired',
      how: async (viewer) => {
        await hideFrom('DE');
        await expect(beatFrom('DE', viewer.auth())).rejects.toThrow('badRequest.session.ended');
      },
      atOnce: 60,
      forGood: 20,
    },
    {
      cause: 'the performer begins to hide from the member’s place',
      reason: 'host-disconnected',
      how: async (viewer) => {
        const { auth } = await beatFrom('NL', viewer.auth());
        await hideFrom('NL');
        await expect(beatFrom('NL', auth)).rejects.toThrow('badRequest.session.ended');
      },
      atOnce: 20,
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

  describe('the rest of a minute', () => {
    it.each([
      ['stopping', (viewer: Viewer) => viewer.leave()],
      ['a lost line', () => pass(16_000)],
      ['a failed player', (viewer: Viewer) => viewer.leave('failed')],
      [
        'four minutes at the payment provider',
        (viewer: Viewer) => viewer.leave().then(() => test.clock.advance(240_000)),
      ],
    ])('is continued by joining again after %s', async (_, go) => {
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

    it('is continued in the tab that took over', async () => {
      const first = await watch(test, anna.caller, vera);
      await first.watchFor(12_000);
      const second = await watch(test, anna.caller, vera);
      expect(await sessionOf(first.session)).toMatchObject({ endReason: 'duplicate_session' });
      await second.watchFor(45_000);
      expect(await anna.credits()).toBe(940);
    });

    it('is bought again after five minutes', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await viewer.leave();
      test.clock.advance(5 * MINUTE_MS);
      await watch(test, anna.caller, vera);
      expect(await anna.credits()).toBe(880);
    });

    it('is given back once when it was bought again before a sweep', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await viewer.leave('failed');
      test.clock.advance(5 * MINUTE_MS);
      await watch(test, anna.caller, vera);
      await settleRests(test.deps);
      expect(await anna.credits()).toBe(1000 - 21 - 60);
      const balances = test.pushes.filter(
        ({ to, name }) => to === `member:${anna.id}` && name === 'updated-credits',
      );
      expect(balances.map(({ payload }) => payload)).toEqual([940, 979, 919].map((credits) => ({ credits })));
    });

    it('waits while her balance does not cover it, and holds up nobody else’s', async () => {
      const bram = await aMember(test, 1000);
      const nora = await aPerformer(test);
      for (const [member, performer] of [
        [anna, vera],
        [bram, nora],
      ] as const) {
        const viewer = await watch(test, member.caller, performer);
        await viewer.watchFor(21_000);
        await viewer.leave('failed');
      }
      await payOut(test, vera, 60);
      await passForGood();
      expect(await anna.credits()).toBe(940);
      expect(await bram.credits()).toBe(979);
      await payBack(test, vera, 60);
      await settleRests(test.deps);
      expect(await anna.credits()).toBe(979);
    });

    it('that her balance does not cover is continued by a member who comes back', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await viewer.leave('failed');
      await payOut(test, vera, 60);
      test.clock.advance(5 * MINUTE_MS);
      await watch(test, anna.caller, vera);
      expect(await anna.credits()).toBe(940);
      expect(await openUnit(anna)).toMatchObject({ state: 'running', deliveredMs: 21_000 });
    });

    it('that is given back at once waits too, and the chat ends', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await payOut(test, vera, 60);
      await endChatSession(test.deps, viewer.session, 'cut-rules');
      expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'cut-rules' });
      expect(await receiptOf(viewer.session)).toMatchObject({ returned: 0, total: 60 });
      await payBack(test, vera, 60);
      await settleRests(test.deps);
      expect(await anna.credits()).toBe(979);
      expect(await receiptOf(viewer.session)).toMatchObject({ returned: 39, total: 21 });
      expect(await findViolations(test.deps.db, [])).toEqual([]);
    });

    it('cannot be used with another performer', async () => {
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(21_000);
      await viewer.leave();
      await watch(test, anna.caller, await aPerformer(test));
      expect(await anna.credits()).toBe(880);
    });

    it('admits a member whose balance is below another minute', async () => {
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
    it('tells on return what is paid already, and its sum at the end', async () => {
      const first = await watch(test, anna.caller, vera);
      await first.watchFor(21_000);
      await first.tip(100);
      await first.leave();
      expect(await receiptOf(first.session)).toMatchObject({
        total: 160,
        paidMs: 21_000,
        rests: [{ mode: 'chat', leftMs: 39_000, keptMs: 5 * MINUTE_MS }],
      });
      const second = await watch(test, anna.caller, vera);
      expect(second.joined.meter).toMatchObject({ spent: 60, paidMs: 21_000, leftMs: 39_000 });
      await second.watchFor(45_000);
      await second.leave();
      const third = await watch(test, anna.caller, vera);
      await third.watchFor(3000);
      await changeStatus(test.deps, vera.id, onlineStatus.paused);
      // 9 s of the second minute were watched.
      const back = 51;
      expect(await receiptOf(second.session)).toMatchObject({
        minutes: 1,
        charged: 60,
        paidMs: 45_000,
        total: 60,
        stay: { minutes: 2, charged: 120, returned: 0, tips: 100, paidMs: 66_000, total: 220 },
      });
      expect(await receiptOf(third.session)).toMatchObject({
        minutes: 0,
        charged: 0,
        returned: back,
        total: -back,
        rests: [],
        stay: { minutes: 2, charged: 120, returned: back, tips: 100, paidMs: 69_000, total: 220 - back },
      });
      expect(1000 - (await anna.credits())).toBe(220 - back);
    });

    it('does not join sessions that each bought their own minutes', async () => {
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
      await viewer.sendStats();
    }
    expect(await sessionOf(viewer.session)).toMatchObject({ paidMs: 30_000 });
    // The first packet after a silence of more than 2 s is not delivered time.
    await viewer.watchFor(36_000);
    expect(meterOfLast()).toMatchObject({ spent: 120, paidMs: 60_000, leftMs: 60_000 });
    expect(await sessionOf(viewer.session)).toMatchObject({ paidMs: 63_000 });
  });

  it('returns only the member’s own rests with a performer', async () => {
    const read = (member: TestMember, performer = vera) =>
      callApp(test, readRests, { performer: performer.username }, bearer(member.token));
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(21_000);
    // It runs in another tab and could be continued here.
    expect(await read(anna)).toEqual({ rests: [{ mode: 'chat', leftMs: 39_000, keptMs: 5 * MINUTE_MS }] });
    await viewer.leave();
    test.clock.advance(60_000);
    expect(await read(anna)).toEqual({ rests: [{ mode: 'chat', leftMs: 39_000, keptMs: 4 * MINUTE_MS }] });
    expect(await read(await aMember(test))).toEqual({ rests: [] });
    expect(await read(anna, await aPerformer(test))).toEqual({ rests: [] });
    test.clock.advance(4 * MINUTE_MS);
    expect(await read(anna)).toEqual({ rests: [] });
  });

  it('gives back for a lost connection three times a day', async () => {
    for (const expected of [54, 54, 54, 0]) {
      const before = await anna.credits();
      const viewer = await watch(test, anna.caller, vera);
      await viewer.watchFor(6000);
      await pass(16_000);
      await passForGood();
      expect((await anna.credits()) - (before - 60)).toBe(expected);
    }
  });

  it('gives back once for any number of concurrent ends of the session', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(30_000);
    const ends = ['paused', 'service-ended', 'paused'] as const;
    await Promise.all(ends.map((reason) => endChatSession(test.deps, viewer.session, reason)));
    expect(await anna.credits()).toBe(970);
  });

  it('gives back from the last delivered media on when the broadcaster was killed', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(6000);
    for (let beats = 0; beats < 5; beats += 1) {
      test.clock.advance(3000);
      await viewer.sendStats();
    }
    await changeStatus(test.deps, vera.id, onlineStatus.offline);
    expect(await anna.credits()).toBe(1000 - 6);
  });

  it('settles what a killed service left within five seconds of the last delivered media', async () => {
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(6000);
    // Two more seconds are watched but never reported: the member is not charged for them.
    test.clock.advance(2000);
    test.media.deliver(viewer.session, test.clock.now().getTime());
    const next = { ...test.deps, node: 'next', media: { ...test.deps.media, viewer: () => null } };
    await takeOverChats(next);
    expect(await anna.credits()).toBe(1000 - 6);
  });

  it('sends the receipt at the end, tips included, equal to the difference of balances', async () => {
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
