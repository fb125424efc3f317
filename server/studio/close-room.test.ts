import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { getChatJoinToken, keepAlive } from '#contract/chat/session-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { closeRoom, setStatus } from '#contract/studio/studio-calls.ts';
import { auditRows } from '#server/audit/tables.ts';
import { shutRoom } from '#server/chat/room/shut-room.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { operatorCaller } from '#server/identity/caller.ts';
import { readStatus } from '#server/performers/reads.ts';
import { aGuest, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { aPaidChat, watch } from '#server/testing/viewer.ts';
import { sweepShutRooms } from './sweep-shut-rooms.ts';

const test = startTestApp();

const endOf = async (session: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, session)))[0]?.endReason ?? null;
const operator = operatorCaller('root');
const shut = (username: string, isShut = true) => shutRoom(test.deps, operator, { username, isShut });

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

it('L4.29 L4.31 ends the chat of a room shut by the operator, and keeps the room shut', async () => {
  const { anna, vera, chat } = await aPaidChat(test, 500);
  await shut(vera.username);
  const join = () => callApp(test, getChatJoinToken, { performer: vera.username }, bearer(anna.token));
  await expect(join()).rejects.toThrow('badRequest.chat.closed');
  test.pushes.length = 0;
  await sweepShutRooms(test.deps);
  expect(await endOf(chat.session)).toBe('chat-closed');
  expect(await anna.credits()).toBe(500);
  expect(test.pushes[0]).toEqual({
    to: `room:${vera.id}`,
    name: 'chat-stopped',
    payload: { room: vera.id },
  });
  expect(await readStatus(test.deps, vera.id)).toBe(onlineStatus.offline);
  const live = () => callApp(test, setStatus, { onlineStatus: onlineStatus.online }, bearer(vera.token));
  await expect(live()).rejects.toThrow('badRequest.chat.closed');
  test.pushes.length = 0;
  await sweepShutRooms(test.deps);
  expect(test.pushes).toEqual([]);
  await shut(vera.username, false);
  await live();
  await expect(join()).resolves.toHaveProperty('token');
  const rows = await test.deps.db
    .select()
    .from(auditRows)
    .where(eq(auditRows.actor, 'operator:root'))
    .orderBy(auditRows.id);
  expect(rows.map(({ act }) => act)).toEqual(['room.shut', 'room.opened']);
});

it('refuses to shut the room of an unknown performer', async () => {
  await expect(shut('nobody-at-all')).rejects.toThrow('badRequest.performer.notExists');
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
