import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { leaveChatBeacon, leaveChatEngine } from '#contract/chat/session-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { leaveChat } from './leave-chat.ts';
import { chatSessions } from './tables.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const sessionOf = async (id: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id)))[0];

it('ends the session, cuts the picture and takes the viewer out of the room', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  test.pushes.length = 0;
  await viewer.leave();
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'left' });
  expect(test.media.dropped).toContain(viewer.session);
  expect(test.pushes.map(({ to, name }) => `${name} ${to}`)).toEqual([
    `leave-room chat:${viewer.session}`,
    `chat-viewers room:${vera.id}`,
  ]);
});

it('is the same twice: by the call and by the beacon', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  await viewer.leave();
  await expect(viewer.leave()).resolves.toBeUndefined();
  expect(await anna.credits()).toBe(440);
});

it('works as a beacon: the key in the query, the text of a page that is going away as its body', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  const response = await test.app.request(
    `/api/chat${leaveChatBeacon.path}?api-key=${test.deps.config.apiKey}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'text/plain;charset=UTF-8',
        cookie: `vonk_session=${anna.token}`,
        origin: test.deps.config.publicUrl,
      },
      body: JSON.stringify({ auth: viewer.auth() }),
    },
  );
  expect(response.status).toBe(200);
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended' });
});

it('is open at the engine, too, and says why it ended', async () => {
  const [anna, bram, vera] = [await aMember(test, 500), await aMember(test), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  const leave = (who: typeof anna) =>
    callApp(test, leaveChatEngine, { auth: viewer.auth(), reason: 'failed' }, bearer(who.token));
  await expect(leave(bram)).rejects.toThrow('badRequest.invalid.auth');
  expect(await leave(anna)).toMatchObject({ left: true, receipt: { session: viewer.session } });
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'failed' });
});

it('counts the seconds a guest has seen, from the first picture on', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  const guest = aGuest(test);
  const viewer = await watch(test, guest, vera);
  await viewer.watchFor(15_000);
  await viewer.leave();
  const again = await watch(test, guest, vera);
  expect(again.joined.secondsLeft).toBe(45);
});

it('is open to a member who has logged out meanwhile, so that nothing is charged after it', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  await leaveChat(test.deps, aGuest(test), { auth: viewer.auth(), reason: 'left' });
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'left' });
});

it('is refused with another member’s auth', async () => {
  const [anna, bram, vera] = [await aMember(test, 500), await aMember(test), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  await expect(leaveChat(test.deps, bram.caller, { auth: viewer.auth(), reason: 'left' })).rejects.toThrow(
    'badRequest.invalid.auth',
  );
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'watching' });
});
