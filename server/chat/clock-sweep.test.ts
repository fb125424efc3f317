import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { KEPT_MINUTES, MINUTE_MS } from '#contract/chat/minutes.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setToy } from '#contract/studio/toy-calls.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { aGuest, aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { createClockSweep } from './clock-sweep.ts';
import { settleRests } from './minutes/settle-minute.ts';
import { sweepChats } from './session/sweep-chats.ts';
import { chatSessions, guestWatches } from './session/tables.ts';
import { sweepToys } from './toys/sweep-toys.ts';

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

  it('is followed, and only forward', async () => {
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(Math.min(ms, 0));
    expect(recorded).toEqual(ms > 0 ? ['clock.jumped', 'clock.followed'] : ['clock.jumped']);
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
