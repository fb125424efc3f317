import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { leaveChatBeacon, leaveChatEngine } from '#contract/chat/session-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aPaidChat, watch } from '#server/testing/viewer.ts';
import { chatSessions } from '../session/tables.ts';
import { leaveChat } from './leave-chat.ts';

const test = startTestApp();

const sessionOf = async (id: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id)))[0];

it('L4.23 L7.3 ends the session, cuts the picture and removes the viewer from the room', async () => {
  const { vera, chat: viewer } = await aPaidChat(test, 500);
  test.pushes.length = 0;
  await viewer.leave();
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'left' });
  expect(test.media.dropped).toContain(viewer.session);
  expect(test.pushes.map(({ to, name }) => `${name} ${to}`)).toEqual([
    `leave-room chat:${viewer.session}`,
    `chat-viewers room:${vera.id}`,
  ]);
});

it('is idempotent: the call and the beacon leave once', async () => {
  const { anna, chat: viewer } = await aPaidChat(test, 500);
  await viewer.leave();
  await expect(viewer.leave()).resolves.toBeUndefined();
  expect(await anna.credits()).toBe(440);
});

it('L4.25 L7.8 works as a beacon, with the key in the query and text as the body', async () => {
  const { anna, chat: viewer } = await aPaidChat(test, 500);
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

it('P7.39 also leaves at the engine, with the reason it was given', async () => {
  const [anna, bram, vera] = [await aMember(test, 500), await aMember(test), await aPerformer(test)];
  const viewer = await watch(test, anna.caller, vera);
  const leave = (who: typeof anna) =>
    callApp(test, leaveChatEngine, { auth: viewer.auth(), reason: 'failed' }, bearer(who.token));
  await expect(leave(bram)).rejects.toThrow('badRequest.invalid.auth');
  expect(await leave(anna)).toMatchObject({ left: true, receipt: { session: viewer.session } });
  expect(await sessionOf(viewer.session)).toMatchObject({ state: 'ended', endReason: 'failed' });
});

it('counts a guest’s seconds from the first frame', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  const guest = aGuest(test);
  const viewer = await watch(test, guest, vera);
  await viewer.watchFor(15_000);
  await viewer.leave();
  const again = await watch(test, guest, vera);
  expect(again.joined.secondsLeft).toBe(45);
});

it('works for a member who has logged out meanwhile, so that nothing more is charged', async () => {
  const { chat: viewer } = await aPaidChat(test, 500);
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
