import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { chatSessions } from '../session/tables.ts';

const test = startTestApp();

const reasonOf = async (id: string) =>
  (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id)))[0]?.endReason ?? null;

it.each([
  ['L4.35 paid chat becomes free', onlineStatus.online, onlineStatus.free, 'chat-switch'],
  ['L3.16 a show is paused', onlineStatus.online, onlineStatus.paused, 'paused'],
  ['L4.32 the performer goes into a private show', onlineStatus.online, onlineStatus.vip, 'vip-started'],
  ['L4.30 the performer goes offline', onlineStatus.online, onlineStatus.offline, 'host-disconnected'],
  ['nothing changes', onlineStatus.online, onlineStatus.online, null],
] as const)('sets the end reason of a paid chat when %s', async (_, before, after, reason) => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test, before)];
  const { session } = await watch(test, anna.caller, vera);
  await changeStatus(test.deps, vera.id, after);
  expect(await reasonOf(session)).toBe(reason);
});

it('charges no viewer of free chat when the chat becomes paid', async () => {
  const [anna, vera] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
  const guest = await watch(test, aGuest(test), vera);
  const member = await watch(test, anna.caller, vera);
  await changeStatus(test.deps, vera.id, onlineStatus.online);
  expect(await reasonOf(guest.session)).toBe('chat-switch');
  expect(await reasonOf(member.session)).toBe('chat-switch');
  await expect(member.beat()).rejects.toThrow('badRequest.session.ended');
  expect(await anna.credits()).toBe(500);
});

it('L4.35 pushes the new status to everyone, and the new chat type to the room', async () => {
  const vera = await aPerformer(test, onlineStatus.free);
  test.pushes.length = 0;
  await changeStatus(test.deps, vera.id, onlineStatus.online);
  expect(test.pushes).toEqual([
    {
      to: 'everyone',
      name: 'performer-status',
      payload: { user: vera.id, username: vera.username, onlineStatus: onlineStatus.online },
    },
    { to: `room:${vera.id}`, name: 'chat-switch', payload: { room: vera.id, type: 'chat' } },
  ]);
});
