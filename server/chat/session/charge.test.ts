import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transfers } from '#server/ledger/tables.ts';
import { databaseKinds, type SuiteDatabase } from '#server/testing/databases.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';
import { charge } from './charge.ts';
import { endChatSession } from './end-chat-session.ts';
import { sweepChats } from './sweep-chats.ts';
import { chatSessions } from './tables.ts';

describe.each(databaseKinds())('paying by the minute on $name', ({ create }) => {
  let suite: SuiteDatabase;
  let test: TestApp;
  let vera: TestPerformer;

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
    test.pushes.length = 0;
  });

  const MINUTE = 60_000;
  const booked = async (session: string) =>
    (
      await test.deps.db
        .select()
        .from(transfers)
        .where(eq(transfers.reference, `session:${session}`))
    ).map(({ kind, amount }) => `${kind} ${amount}`);
  const sessionOf = async (id: string) =>
    (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id)))[0];

  it('takes each minute in advance, one at a time', async () => {
    const anna = await aMember(test, 1000);
    const viewer = await watch(test, anna.caller, vera);
    expect(await anna.credits()).toBe(940);
    await viewer.watchFor(MINUTE - 1);
    expect(await anna.credits()).toBe(940);
    await viewer.watchFor(1);
    expect(await anna.credits()).toBe(880);
    await viewer.watchFor(3 * MINUTE);
    expect([await anna.credits(), await vera.credits()]).toEqual([700, 300]);
  });

  it('tells the member the balance and the viewer the meter', async () => {
    const anna = await aMember(test, 1000);
    const { session } = await watch(test, anna.caller, vera);
    expect(test.pushes).toContainEqual({
      to: `member:${anna.id}`,
      name: 'updated-credits',
      payload: { credits: 940 },
    });
    expect(test.pushes).toContainEqual({
      to: `chat:${session}`,
      name: 'chat-meter',
      payload: expect.objectContaining({ price: 60, spent: 60 }),
    });
  });

  it('charges a minute once, whoever asks for it at the same time', async () => {
    const anna = await aMember(test, 1000);
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(MINUTE - 1);
    test.clock.advance(1);
    await Promise.all([viewer.beat(), sweepChats(test.deps, 1000), sweepChats(test.deps, 1000)]);
    expect(await booked(viewer.session)).toEqual(['minute 60', 'minute 60']);
  });

  it('stops with the minute that runs when the viewer leaves', async () => {
    const anna = await aMember(test, 1000);
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(MINUTE + 10_000);
    await viewer.leave();
    test.clock.advance(10 * MINUTE);
    await sweepChats(test.deps, 1000);
    expect(await booked(viewer.session)).toEqual(['minute 60', 'minute 60']);
  });

  it('takes a minute for as long as it is set', async () => {
    const config = { ...test.deps.config, chatMinuteSeconds: 10 };
    const anna = await aMember(test, 1000);
    const viewer = await watch({ ...test, deps: { ...test.deps, config } }, anna.caller, vera);
    await viewer.watchFor(10_000 - 1);
    expect(await anna.credits()).toBe(940);
    await viewer.watchFor(1);
    expect(await anna.credits()).toBe(880);
    await viewer.leave();
    expect(await booked(viewer.session)).toEqual(['minute 60', 'minute 60']);
  });

  it('ends the chat when the balance does not carry the next minute, and says that it was during one', async () => {
    const anna = await aMember(test, 90);
    const viewer = await watch(test, anna.caller, vera);
    await expect(viewer.watchFor(MINUTE)).rejects.toThrow('badRequest.session.ended');
    expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'no_credits' });
    expect(await anna.credits()).toBe(30);
    expect(test.pushes).toContainEqual({
      to: `member:${anna.id}`,
      name: 'payment-failed',
      payload: { action: 'interval' },
    });
  });

  it('says that it was before the first one when the credits went elsewhere after joining', async () => {
    const anna = await aMember(test, 60);
    const first = await join(test, anna.caller, vera);
    const second = await join(test, anna.caller, await aPerformer(test));
    await first.beat();
    await expect(second.beat()).rejects.toThrow('badRequest.session.ended');
    expect(test.pushes).toContainEqual({
      to: `member:${anna.id}`,
      name: 'payment-failed',
      payload: { action: 'pre-paid' },
    });
    expect(await vera.credits()).toBe(60);
  });

  it.each([
    ['nothing for a stall within the tolerance', 5000, 0],
    ['a stall of six seconds pro rata', 6000, 6],
    ['half a minute for half a minute', 30_000, 30],
  ])('gives back %s', async (_, stalledMs, credited) => {
    const anna = await aMember(test, 500);
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(50_000);
    await viewer.beat(stalledMs);
    await viewer.leave();
    expect(await anna.credits()).toBe(440 + credited);
    expect((await sessionOf(viewer.session))?.spent).toBe(60 - credited);
    expect(await booked(viewer.session)).toEqual(
      credited > 0 ? ['minute 60', `stall-credit ${credited}`] : ['minute 60'],
    );
  });

  it('gives back half a minute to a player that claims a whole one while media was delivered', async () => {
    const anna = await aMember(test, 500);
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(55_000);
    await viewer.beat(55_000);
    await viewer.leave();
    expect(await anna.credits()).toBe(470);
  });

  it('gives back each minute’s own stall, not the one before again', async () => {
    const anna = await aMember(test, 500);
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(30_000);
    await viewer.beat(20_000);
    await viewer.watchFor(MINUTE);
    await viewer.leave();
    expect(await booked(viewer.session)).toEqual(['minute 60', 'stall-credit 20', 'minute 60']);
  });

  it('gives back time in which the media server delivered nothing', async () => {
    const anna = await aMember(test, 500);
    const viewer = await watch(test, anna.caller, vera);
    for (let second = 0; second < 14; second += 1) {
      test.clock.advance(1000);
      await sweepChats(test.deps, 1000);
    }
    await viewer.leave();
    expect(await booked(viewer.session)).toEqual(['minute 60', 'stall-credit 12']);
  });

  it('gives it back once, however often the session is ended', async () => {
    const anna = await aMember(test, 500);
    const viewer = await watch(test, anna.caller, vera);
    await viewer.watchFor(50_000);
    await viewer.beat(30_000);
    await Promise.all([viewer.leave(), viewer.leave(), endChatSession(test.deps, viewer.session, 'paused')]);
    expect(await anna.credits()).toBe(470);
  });

  it('charges one minute, not sixty, when the clock jumps an hour ahead', async () => {
    const anna = await aMember(test, 5000);
    const viewer = await watch(test, anna.caller, vera);
    test.clock.advance(3600_000);
    await charge(test.deps, viewer.session);
    await charge(test.deps, viewer.session);
    expect(await anna.credits()).toBe(5000 - 120);
  });

  it('goes on charging when the clock is set back an hour', async () => {
    const anna = await aMember(test, 1000);
    const viewer = await watch(test, anna.caller, vera);
    test.clock.advance(-3600_000);
    await viewer.watchFor(2 * MINUTE);
    expect(await anna.credits()).toBe(1000 - 120);
  });
});
