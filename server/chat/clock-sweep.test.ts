import { beforeAll, describe, expect, it } from 'vitest';
import { KEPT_MINUTES, MINUTE_MS } from '#contract/chat/minutes.ts';
import { findViolations } from '#server/ledger/check-books.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';
import { createClockSweep } from './clock-sweep.ts';
import { settleRests } from './minutes/settle-minute.ts';
import { sweepChats } from './session/sweep-chats.ts';
import { chatSessions } from './session/tables.ts';

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
    sweepClock = createClockSweep(
      { db: test.deps.db, events: { record: (name) => recorded.push(name) } },
      test.clock.steady,
    );
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

  it('is followed once nothing paid is open, and only forward', async () => {
    expect(test.clock.steady.behindMs()).toBe(ms);
    test.clock.advance(KEPT_MINUTES * MINUTE_MS);
    await sweep();
    await sweep();
    expect(test.clock.steady.behindMs()).toBe(Math.min(ms, 0));
    expect(recorded).toEqual(ms > 0 ? ['clock.jumped', 'clock.followed'] : ['clock.jumped']);
  });
});
