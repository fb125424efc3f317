import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getChatJoinToken, keepAlive } from '#contract/chat/session-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { closeRoom, readRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { openRoom, shutRoom } from '#server/chat/room/shut-room.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { readStatus } from '#server/performers/reads.ts';
import { aGuest, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aPaidChat, watch } from '#server/testing/viewer.ts';
import { sweepShutRooms } from './room.ts';

const test = startTestApp();

const endOf = async (session: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0]?.endReason ?? null;
const MINUTES = 30;
const shut = (id: number) => {
  const at = test.clock.now();
  const until = new Date(at.getTime() + MINUTES * 60_000);
  return shutRoom(test.deps.db, id, { ground: 'rules', until, at });
};

it('L4.39 ends all chats when the performer closes her room, and returns the rest of the minute', async () => {
  const { anna, vera, chat } = await aPaidChat(test, 500);
  await chat.watchFor(30_000);
  test.pushes.length = 0;
  await callApp(test, closeRoom, {}, bearer(vera.token));
  expect(await endOf(chat.session)).toBe('room-closed');
  expect(await anna.credits()).toBe(500 - 30);
  expect(test.pushes.map(({ to, name }) => [to, name])).toEqual(
    expect.arrayContaining([
      [`room:${vera.id}`, 'room-closed'],
      [`chat:${chat.session}`, 'chat-ended'],
      ['everyone', 'performer-status'],
    ]),
  );
  const again = callApp(test, getChatJoinToken, { performer: vera.username }, bearer(anna.token));
  await expect(again).rejects.toThrow('badRequest.performer.offline');
  await callApp(test, setStatus, { onlineStatus: onlineStatus.online }, bearer(vera.token));
});

it('L4.29 L4.31 ends the chat of a room shut by the operator, and keeps the room shut for a while', async () => {
  const { anna, vera, chat } = await aPaidChat(test, 500);
  await shut(vera.id);
  const join = () => callApp(test, getChatJoinToken, { performer: vera.username }, bearer(anna.token));
  await expect(join()).rejects.toThrow('badRequest.chat.closed');
  test.pushes.length = 0;
  await sweepShutRooms(test.deps);
  expect(await endOf(chat.session)).toBe('cut-rules');
  expect(await anna.credits()).toBe(500);
  expect(test.pushes[0]).toEqual({
    to: `room:${vera.id}`,
    name: 'chat-stopped',
    payload: { room: vera.id },
  });
  expect(await readStatus(test.deps, vera.id)).toBe(onlineStatus.offline);
  const live = () => callApp(test, setStatus, { onlineStatus: onlineStatus.online }, bearer(vera.token));
  await expect(live()).rejects.toThrow('badRequest.chat.closed');
  const until = new Date(test.clock.now().getTime() + MINUTES * 60_000).toISOString();
  const studio = await callApp(test, readRoom, { after: 0 }, bearer(vera.token));
  expect(studio).toMatchObject({ isShut: true, cut: { ground: 'rules', until } });
  test.pushes.length = 0;
  await sweepShutRooms(test.deps);
  expect(test.pushes).toEqual([]);
  await openRoom(test.deps.db, vera.id);
  await live();
  await shut(vera.id);
  test.clock.advance(MINUTES * 60_000);
  await live();
  await expect(join()).resolves.toHaveProperty('token');
});

it('L4.29 ends the chat of an ended login at the next keep-alive, and keeps refusing it', async () => {
  const { chat } = await aPaidChat(test, 500);
  const beat = () => callApp(test, keepAlive, { auth: chat.auth() });
  await expect(beat()).rejects.toThrow('badRequest.unauthorized');
  expect(await endOf(chat.session)).toBe('ping-unauthorized');
  await expect(beat()).rejects.toThrow('badRequest.unauthorized');
  // A guest's own chat continues.
  const mila = await aPerformer(test, onlineStatus.free);
  const guest = await watch(test, aGuest(test), mila);
  await expect(callApp(test, keepAlive, { auth: guest.auth() })).resolves.toHaveProperty('auth');
});
