import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';
import { endChatSession } from './end-chat-session.ts';
import { keepAlive } from './keep-alive.ts';
import { chatSessions } from './tables.ts';

describe.each(databaseKinds())('keep-alive on $name', ({ create }) => {
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

  /** Whether its row is held by somebody, or says that it is over. */
  const isBeingEnded = async (session: string) => {
    const [free] = await test.deps.db
      .select({ state: chatSessions.state })
      .from(chatSessions)
      .where(eq(chatSessions.id, session))
      .for('update', { skipLocked: true });
    return free?.state !== 'joined';
  };

  const nothingSeen = { framesDecoded: 0, packetsLost: 0, stalledMs: 0 };
  const oneFrame = { ...nothingSeen, framesDecoded: 1 };

  it('charges the first minute when the first picture is reported, not before', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const { auth } = await join(test, anna.caller, vera);
    const waiting = await keepAlive(test.deps, anna.caller, { auth: auth(), stats: nothingSeen });
    expect(waiting.meter).toMatchObject({ spent: 0, leftMs: null });
    const seen = await keepAlive(test.deps, anna.caller, { auth: auth(), stats: oneFrame });
    expect(seen.meter).toMatchObject({ price: 60, spent: 60, leftMs: 60_000 });
    expect([await anna.credits(), await vera.credits()]).toEqual([440, 60]);
  });

  it('charges it once, however often the first picture is reported', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const { auth } = await join(test, anna.caller, vera);
    const report = () => keepAlive(test.deps, anna.caller, { auth: auth(), stats: oneFrame });
    await Promise.all([report(), report(), report()]);
    expect(await anna.credits()).toBe(440);
  });

  it('answers an auth that lasts until the session would end, with the room and the meter', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    const { auth, session } = await join(test, anna.caller, vera);
    test.clock.advance(8000);
    const renewed = await keepAlive(test.deps, anna.caller, { auth: auth() });
    expect(renewed).toMatchObject({ room: vera.id, meter: { session, price: 0 } });
    test.clock.advance(10_000);
    await expect(keepAlive(test.deps, anna.caller, { auth: auth() })).rejects.toThrow(
      'badRequest.invalid.auth',
    );
    await expect(keepAlive(test.deps, anna.caller, { auth: renewed.auth })).resolves.toHaveProperty('auth');
  });

  it('costs nothing in free chat', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    await (await watch(test, anna.caller, vera)).watchFor(130_000);
    expect(await anna.credits()).toBe(500);
  });

  it('is refused with another member’s auth', async () => {
    const [anna, bram, vera] = [await aMember(test, 500), await aMember(test, 500), await aPerformer(test)];
    const { auth } = await join(test, anna.caller, vera);
    await expect(keepAlive(test.deps, bram.caller, { auth: auth() })).rejects.toThrow(
      'badRequest.invalid.auth',
    );
  });

  it('never brings a session back that ended while it was on its way', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const { auth, session } = await join(test, anna.caller, vera);
    const ending = endChatSession(test.deps, session, 'paused');
    await expect.poll(() => isBeingEnded(session), { interval: 1 }).toBe(true);
    const late = keepAlive(test.deps, anna.caller, { auth: auth(), stats: oneFrame });
    await Promise.all([ending, expect(late).rejects.toThrow('badRequest.session.ended')]);
    expect(await anna.credits()).toBe(500);
  });

  it('believes no player that claims to have stalled for longer than it has watched', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const viewer = await watch(test, anna.caller, vera);
    test.clock.advance(10_000);
    await viewer.beat(3_600_000);
    // The ten seconds that were watched, less half a minute at most.
    await viewer.watchFor(54_000);
    expect(await anna.credits()).toBe(440);
    await viewer.watchFor(9000);
    expect(await anna.credits()).toBe(380);
  });

  it('ends a guest’s auth with the session', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const viewer = await watch(test, aGuest(test), vera);
    await viewer.leave();
    await expect(viewer.beat()).rejects.toThrow('badRequest.session.ended');
  });
});
