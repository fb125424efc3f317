import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { appointModerator, dismissModerator } from '#contract/chat/room/moderator-calls.ts';
import { setSlowMode } from '#contract/chat/room/sanction-calls.ts';
import { KEPT_MINUTES, MINUTE_MS, VIP_RETURN_SECONDS } from '#contract/chat/units.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { beginVip } from '#server/studio/vip/testing.ts';
import { aGuest, aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { aFreeChat, aPaidChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { createClockSweep } from './clock-sweep.ts';
import { sweepChats } from './session/sweep-chats.ts';
import { chatSessions, guestWatches } from './session/tables.ts';
import { sweepToys } from './toys/sweep-toys.ts';
import { settleRests } from './units/settle-unit.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** By how much the host's clock is set, and when. */
const jumps = [
  ['an hour forward', '2026-11-21T12:00:00Z', HOUR],
  ['an hour back', '2026-11-21T12:00:00Z', -HOUR],
  ['a day forward', '2026-11-21T12:00:00Z', DAY],
  ['a day back', '2026-11-21T12:00:00Z', -DAY],
  ['an hour forward as summer time begins', '2027-03-28T00:59:30Z', HOUR],
  ['an hour back as it ends', '2027-10-31T00:59:30Z', -HOUR],
] as const;

describe.each(jumps)('a host clock that is set %s', (_, at, ms) => {
  const test = startTestApp();
  let vera: TestPerformer;
  let sweepClock: () => Promise<void>;
  const recorded: string[] = [];

  beforeAll(async () => {
    test.clock.advance(Date.parse(at) - test.clock.now().getTime());
    vera = await aPerformer(test);
    const events = { record: (name: string) => recorded.push(name) };
    sweepClock = createClockSweep({ ...test.deps, events }, test.clock.steady);
  });

  /** What the product does every few seconds. */
  const sweep = async () => {
    await sweepClock();
    await sweepChats(test.deps);
    await settleRests(test.deps);
  };

  it('costs no viewer anything: minutes, rests and tokens last as long as before', async () => {
    const [anna, bram, cato] = [
      await aMember(test, 1000),
      await aMember(test, 1000),
      await aMember(test, 1000),
    ];
    const earlier = await watch(test, bram.caller, vera);
    await earlier.watchFor(30_000);
    await earlier.leave();
    const left = test.clock.now().getTime();
    const chat = await watch(test, anna.caller, vera);
    await chat.watchFor(30_000);
    const joined = await join(test, cato.caller, vera);

    test.clock.jump(ms);
    await sweep();
    await joined.beat();
    await joined.tip(100);
    await joined.leave();
    expect(await cato.credits()).toBe(840);
    await chat.watchFor(27_000);
    expect(await anna.credits()).toBe(940);
    await chat.watchFor(3000);
    expect(await anna.credits()).toBe(880);
    await chat.leave();

    test.clock.advance(left + KEPT_MINUTES * MINUTE_MS - 1000 - test.clock.now().getTime());
    await sweep();
    const again = await watch(test, bram.caller, vera);
    await again.watchFor(27_000);
    expect(await bram.credits()).toBe(940);
    await again.leave();

    const sessions = await test.deps.db.select().from(chatSessions);
    expect(sessions.filter(({ endedAt, joinedAt }) => !endedAt || endedAt < joinedAt)).toEqual([]);
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  it('is followed', async () => {
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(0);
    expect(recorded).toEqual(['clock.jumped', 'clock.followed']);
  });

  it('is followed also when it is set right again, and charges nobody twice', async () => {
    const dora = await aMember(test, 1000);
    const chat = await watch(test, dora.caller, vera);
    await chat.watchFor(30_000);
    test.clock.jump(-ms);
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(-ms);
    await chat.watchFor(27_000);
    expect(await dora.credits()).toBe(940);
    await chat.watchFor(30_000);
    await sweep();
    await chat.watchFor(3000);
    expect(await dora.credits()).toBe(880);
    await sweep();
    // 30 of 60 seconds are given back.
    expect(test.clock.steady.behindMs()).toBe(0);
    expect(await dora.credits()).toBe(910);
    const again = await watch(test, dora.caller, vera);
    await again.watchFor(3000);
    await again.leave();
    expect(await dora.credits()).toBe(850);
    const sessions = await test.deps.db.select().from(chatSessions);
    expect(sessions.filter(({ endedAt, joinedAt }) => !endedAt || endedAt < joinedAt)).toEqual([]);
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });
});

describe('a host clock that is set ten minutes forward on a busy site', () => {
  const test = startTestApp();
  const JUMP = 10 * MINUTE_MS;
  /** Another node, whose clock is right. */
  const right = (): TestApp => {
    const now = () => new Date(test.clock.now().getTime() + test.clock.steady.behindMs());
    return variantOf(test, { node: 'right', now });
  };
  const sweepClock = () => createClockSweep(test.deps, test.clock.steady);

  it('is followed at once if only free chats, and chats of other nodes, are open', async () => {
    const other = await watch(right(), (await aMember(test, 1000)).caller, await aPerformer(test));
    const guest = await watch(test, aGuest(test), await aPerformer(test, onlineStatus.free));
    test.clock.jump(JUMP);
    await sweepClock()();
    expect(test.clock.steady.behindMs()).toBe(0);
    expect(await endOf(guest)).toBe('service-ended');
    expect(await endOf(other)).toBeNull();
    expect((await test.deps.db.select().from(guestWatches)).map(({ seconds }) => seconds)).toEqual([0]);
  });

  it('is followed after a minute: paid chats end, and their rests, and toys, are given back', async () => {
    const [anna, bram, dora] = [
      await aMember(test, 1000),
      await aMember(test, 1000),
      await aMember(test, 1000),
    ];
    const vera = await aPerformer(test);
    const earlier = await watch(test, bram.caller, vera);
    test.clock.jump(JUMP);
    const sweep = sweepClock();
    await sweep();
    await earlier.watchFor(30_000);
    await earlier.leave();
    const chat = await watch(test, anna.caller, vera);
    await chat.watchFor(27_000);
    await callApp(test, setToy, { active: true }, bearer(vera.token));
    const tipper = await watch(test, dora.caller, vera);
    await tipper.tip(250);
    await sweepToys(test.deps);
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(JUMP);

    await chat.watchFor(3000);
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(0);
    expect(await endOf(chat)).toBe('service-ended');
    expect(await anna.credits()).toBe(970);
    expect(await dora.credits()).toBe(1000);
    // The other node, too, keeps what is left of Bram's minute, for as long as he was promised.
    test.clock.advance(KEPT_MINUTES * MINUTE_MS - 34_000);
    await settleRests(right().deps);
    const again = await watch(test, bram.caller, vera);
    await again.watchFor(27_000);
    expect(await bram.credits()).toBe(940);
    expect(await findViolations(test.deps.db, [])).toEqual([]);
  });

  const endOf = async ({ session }: Viewer): Promise<string | null | undefined> =>
    (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0]?.endReason;
});

describe('small differences of the clocks', () => {
  const test = startTestApp();
  /** Lets the wall clock drift by `ms`, which a second later is less by one. */
  const drift = async (sweep: () => Promise<void>, ms: number) => {
    const before = test.clock.steady.behindMs();
    test.clock.jump(ms);
    await sweep();
    return test.clock.steady.behindMs() - before;
  };

  it('are made up also after a jump back, and after a jump that was undone', async () => {
    // Keeps the clock from following the jump.
    await watch(test, (await aMember(test, 1000)).caller, await aPerformer(test));
    const sweep = createClockSweep(test.deps, test.clock.steady);
    expect(await drift(sweep, 5)).toBe(4);
    test.clock.jump(-3_600_000);
    await sweep();
    expect(await drift(sweep, 5)).toBe(4);
    expect(await drift(sweep, -9)).toBe(-8);
    test.clock.jump(3_600_500);
    await sweep();
    const left = test.clock.steady.behindMs();
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(left - 1);
  });
});

describe('a clock that was an hour ahead and is set back', () => {
  const test = startTestApp();
  const ahead = async (work: () => Promise<unknown>) => {
    const sweep = createClockSweep(test.deps, test.clock.steady);
    test.clock.jump(HOUR);
    await sweep();
    await work();
    test.clock.jump(-HOUR);
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(0);
  };

  it('lets a moderator of the time before be dismissed', async () => {
    const { chat, vera } = await aFreeChat(test);
    const target = { session: chat.session };
    await ahead(() => callApp(test, appointModerator, { target }, bearer(vera.token)));
    const [{ id = 0 } = {}] = (await callApp(test, readRoom, {}, bearer(vera.token))).moderators;
    expect(await callApp(test, dismissModerator, { moderator: id }, bearer(vera.token))).toBe(true);
  });

  it('makes nobody wait an hour in slow mode', async () => {
    const { anna, chat, vera } = await aFreeChat(test);
    const say = (viewer: Viewer, message: string) => {
      const sending = { action: 'message', clientId: test.deps.newId(), data: { message } } as const;
      return callApp(test, chatAction, { ...sending, auth: viewer.auth() }, bearer(anna.token));
    };
    await callApp(test, setSlowMode, {}, bearer(vera.token));
    await ahead(() => join(test, anna.caller, vera).then((viewer) => say(viewer, 'one')));
    await say(await join(test, anna.caller, vera), 'two');
    expect(await endOf(chat)).toBe('service-ended');
  });

  it('keeps a show for an absent member no longer than before', async () => {
    const { chat, vera } = await aPaidChat(test, 1000);
    await beginVip(test, chat, vera);
    const sweep = createClockSweep(test.deps, test.clock.steady);
    test.clock.jump(-HOUR);
    await sweep();
    await chat.watchFor(57_000);
    await chat.leave('failed');
    test.clock.advance(3000);
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(0);
    const { show } = (await callApp(test, readRoom, {}, bearer(vera.token))).vip;
    expect(show?.awayMs).toBe(VIP_RETURN_SECONDS * 1000);
  });

  const endOf = async ({ session }: Viewer): Promise<string | null | undefined> =>
    (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0]?.endReason;
});
