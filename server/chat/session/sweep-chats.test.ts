import type { PGlite } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { AUTH_SECONDS, FIRST_FRAME_MS, NO_MEDIA_MS } from '#contract/chat/session.ts';
import { dayOf } from '#contract/day.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { aJoinedChat, aPaidChat, join, watch } from '#server/testing/viewer.ts';
import { sweepChats } from './sweep-chats.ts';
import { chatSessions } from './tables.ts';

const test = startTestApp();

const sessionOf = async (id: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id)))[0];

async function pass(seconds: number, each: () => void = () => {}): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    test.clock.advance(1000);
    each();
    await sweepChats(test.deps);
  }
}

it('ends a session without reports, and charges nothing further', async () => {
  const {
    anna,
    chat: { session },
  } = await aPaidChat(test, 500);
  await pass(AUTH_SECONDS, () => test.media.deliver(session, test.clock.now().getTime()));
  expect(await sessionOf(session)).toMatchObject({ state: 'watching' });
  await pass(1);
  expect(await sessionOf(session)).toMatchObject({ state: 'ended', endReason: 'ping-auth-expired' });
  await pass(120);
  expect(await anna.credits()).toBe(440);
});

it('ends the session of a player that receives media and shows none, unpaid', async () => {
  const { anna, chat: viewer } = await aJoinedChat(test, 500);
  const deliver = () => test.media.deliver(viewer.session, test.clock.now().getTime());
  deliver();
  for (let elapsed = 0; elapsed < FIRST_FRAME_MS; elapsed += 3000) {
    await pass(3, deliver);
    await viewer.seeNothing();
  }
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'joined' });
  await pass(1, deliver);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'failed' });
  expect(await anna.credits()).toBe(500);
});

it('ends a session without delivered media for a minute, though its player reports', async () => {
  const { anna, chat: viewer } = await aPaidChat(test, 500);
  for (let elapsed = 0; elapsed < NO_MEDIA_MS; elapsed += 3000) {
    await pass(3);
    await viewer.sendStats();
  }
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'watching' });
  await pass(1);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'failed' });
  expect(await anna.credits()).toBe(440);
});

it('charges nothing while a silent player receives no media', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  await join(test, anna.caller, vera);
  await pass(14);
  expect(await anna.credits()).toBe(500);
});

it('ends a guest’s chat when the free minute is over, counted from the first frame', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  const viewer = await join(test, aGuest(test), vera);
  await pass(10);
  await viewer.beat();
  await viewer.watchFor(59_000);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'watching' });
  await pass(1);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'guest_expired' });
  expect(test.pushes).toContainEqual({
    to: `chat:${viewer.session}`,
    name: 'chat-ended',
    payload: expect.objectContaining({ session: viewer.session, reason: 'guest_expired' }),
  });
});

it('lets a member watch free chat without a time limit', async () => {
  const [anna, vera] = [await aMember(test), await aPerformer(test, onlineStatus.free)];
  const viewer = await watch(test, anna.caller, vera);
  await viewer.watchFor(300_000);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'watching' });
});

it('continues with the others if one session cannot be swept', async () => {
  const [anna, bram, vera] = [await aMember(test, 500), await aMember(test, 500), await aPerformer(test)];
  const broken = await watch(test, anna.caller, vera);
  const lost = await watch(test, bram.caller, vera);
  test.clock.advance(10_000);
  await broken.beat();
  test.clock.advance(8000);
  const { viewer } = test.deps.media;
  test.deps.media.viewer = (subject) => {
    if (subject === broken.session) throw new Error('the media server failed');
    return viewer(subject);
  };
  await expect(sweepChats(test.deps)).rejects.toThrow(/^1 of \d+ sessions were not swept$/);
  test.deps.media.viewer = viewer;
  expect(await sessionOf(lost.session)).toMatchObject({ state: 'ended' });
});

it('uses one query for two thousand sessions, including guests', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  const now = test.clock.now().toISOString();
  await test.deps.db.execute(sql`
    insert into chat_session
      (id, performer_id, guest_key, type, sender, state, joined_at, last_seen_at, first_frame_at, node)
    select 'many-' || number, ${vera.id}::int, 'guest-' || number, 'free', 'guest', 'watching',
      ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz, ${test.deps.node}
    from generate_series(1, 2000) as number`);
  await test.deps.db.execute(sql`
    insert into guest_watch (guest_key, performer_id, day, seconds)
    values ('guest-7', ${vera.id}::int, ${dayOf(test.clock.now())}::date, 55)`);
  await pass(1);
  const driver = (test.deps.db as unknown as { $client: PGlite | Pool }).$client;
  const query = vi.spyOn(driver, 'query');
  await sweepChats(test.deps);
  expect(query).toHaveBeenCalledTimes(1);
  query.mockRestore();
  await pass(4);
  expect(await sessionOf('many-7')).toMatchObject({ state: 'ended', endReason: 'guest_expired' });
  expect(await sessionOf('many-8')).toMatchObject({ state: 'watching' });
});
