import type { PGlite } from '@electric-sql/pglite';
import { eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { AUTH_SECONDS, FIRST_FRAME_MS, NO_MEDIA_MS } from '#contract/chat/session.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { join, watch } from '#server/testing/viewer.ts';
import { sweepChats } from './sweep-chats.ts';
import { chatSessions } from './tables.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const sessionOf = async (id: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id)))[0];

async function pass(seconds: number, each: () => void = () => {}): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    test.clock.advance(1000);
    each();
    await sweepChats(test.deps);
  }
}

it('ends a session nobody has been heard from, and charges nothing further', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const { session } = await watch(test, anna.caller, vera);
  await pass(AUTH_SECONDS, () => test.media.deliver(session, test.clock.now().getTime()));
  expect(await sessionOf(session)).toMatchObject({ state: 'watching' });
  await pass(1);
  expect(await sessionOf(session)).toMatchObject({ state: 'ended', endReason: 'ping-auth-expired' });
  await pass(120);
  expect(await anna.credits()).toBe(440);
});

it('ends the session of a player that is sent media and shows none of it, unpaid', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const viewer = await join(test, anna.caller, vera);
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

it('ends a session that is delivered nothing for a minute, though its player reports', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  for (let elapsed = 0; elapsed < NO_MEDIA_MS; elapsed += 3000) {
    await pass(3);
    await viewer.report();
  }
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'watching' });
  await pass(1);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'failed' });
  expect(await anna.credits()).toBe(440);
});

it('charges nothing while the media server delivers nothing to a silent player', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  await join(test, anna.caller, vera);
  await pass(14);
  expect(await anna.credits()).toBe(500);
});

it('ends a guest’s chat when the free minute is over, counted from the first picture', async () => {
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

it('lets a member watch free chat without an end', async () => {
  const [anna, vera] = [await aMember(test), await aPerformer(test, onlineStatus.free)];
  const viewer = await watch(test, anna.caller, vera);
  await viewer.watchFor(300_000);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'watching' });
});

it('goes on with the others when one session can’t be swept', async () => {
  const [anna, bram, vera] = [await aMember(test, 500), await aMember(test, 500), await aPerformer(test)];
  const broken = await watch(test, anna.caller, vera);
  const lost = await watch(test, bram.caller, vera);
  test.clock.advance(10_000);
  await broken.beat();
  test.clock.advance(8000);
  const { viewer } = test.deps.media;
  test.deps.media.viewer = (subject) => {
    if (subject === broken.session) throw new Error('the media server lost its mind');
    return viewer(subject);
  };
  await expect(sweepChats(test.deps)).rejects.toThrow(/^1 of \d+ sessions were not swept$/);
  test.deps.media.viewer = viewer;
  expect(await sessionOf(lost.session)).toMatchObject({ state: 'ended' });
});

it('asks one query for two thousand sessions, guests among them', async () => {
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
    values ('guest-7', ${vera.id}::int, ${now}::timestamptz::date, 55)`);
  await pass(1);
  const driver = (test.deps.db as unknown as { $client: PGlite | Pool }).$client;
  const asked = vi.spyOn(driver, 'query');
  await sweepChats(test.deps);
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  await pass(4);
  expect(await sessionOf('many-7')).toMatchObject({ state: 'ended', endReason: 'guest_expired' });
  expect(await sessionOf('many-8')).toMatchObject({ state: 'watching' });
});
