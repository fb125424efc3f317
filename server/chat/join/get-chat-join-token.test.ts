import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Caller } from '#server/identity/caller.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { watch } from '#server/testing/viewer.ts';
import { getChatJoinToken } from './get-chat-join-token.ts';
import { joinChat } from './join-chat.ts';

const test = startTestApp();

const ask = (caller: Caller, performer: string) => getChatJoinToken(test.deps, caller, { performer });

it('L7.17 is given to guests and to members without credits for free chat', async () => {
  const { username } = await aPerformer(test, onlineStatus.free);
  await expect(ask(aGuest(test), username)).resolves.toHaveProperty('token');
  await expect(ask((await aMember(test)).caller, username)).resolves.toHaveProperty('token');
});

it('L3.11 L7.17 is given for paid chat to a member who can pay the first minute', async () => {
  const vera = await aPerformer(test, onlineStatus.online);
  const { token } = await ask((await aMember(test, prices.chatMinute)).caller, vera.username);
  expect(decodeJwt(token)).toMatchObject({ performer: vera.id, session: expect.any(String) });
});

it('finds the performer regardless of the case of the name', async () => {
  const { username } = await aPerformer(test, onlineStatus.free);
  await expect(ask(aGuest(test), username.toUpperCase())).resolves.toHaveProperty('token');
});

it.each([
  ['an offline performer', onlineStatus.offline, 'badRequest.performer.offline'],
  ['a performer on a break', onlineStatus.paused, 'badRequest.performer.paused'],
  ['a performer in a private show', onlineStatus.vip, 'badRequest.performer.busy'],
] as const)('L4.17 is refused for %s', async (_, status, label) => {
  const { username } = await aPerformer(test, status);
  await expect(ask((await aMember(test, 1000)).caller, username)).rejects.toThrow(label);
});

it('is refused for an unknown performer', async () => {
  await expect(ask(aGuest(test), 'nobody')).rejects.toThrow('badRequest.performer.notExists');
});

it('is refused to a guest for paid chat', async () => {
  const { username } = await aPerformer(test, onlineStatus.online);
  await expect(ask(aGuest(test), username)).rejects.toThrow('badRequest.unauthorized');
});

it('L1.3 is refused to a member one credit short of the first minute', async () => {
  const { username } = await aPerformer(test, onlineStatus.online);
  const { caller } = await aMember(test, prices.chatMinute - 1);
  await expect(ask(caller, username)).rejects.toThrow('badRequest.deduct.credits.amount');
});

it('P6.3 is refused until the next day to a guest who has used up this performer’s free minute', async () => {
  const [vera, wies] = [await aPerformer(test, onlineStatus.free), await aPerformer(test, onlineStatus.free)];
  const guest = aGuest(test);
  await (await watch(test, guest, vera)).watchFor(50_000);
  const again = await watch(test, guest, vera);
  await expect(again.watchFor(20_000)).rejects.toThrow('badRequest.session.ended');
  await expect(ask(guest, vera.username)).rejects.toThrow('badRequest.guest.expired');
  await expect(ask(guest, wies.username)).resolves.toHaveProperty('token');
  test.clock.advance(24 * 3600_000);
  await expect(ask(guest, vera.username)).resolves.toHaveProperty('token');
});

it('is refused to a performer who wants to watch', async () => {
  const [vera, wies] = [await aPerformer(test), await aPerformer(test, onlineStatus.free)];
  await expect(ask(vera.caller, wies.username)).rejects.toThrow('badRequest.forbidden');
});

it('is refused for paid chat after agreeing to free chat only, and given the other way round', async () => {
  const { caller } = await aMember(test, 500);
  const paid = await aPerformer(test, onlineStatus.online);
  const free = await aPerformer(test, onlineStatus.free);
  const agree = (performer: string, type: 'free' | 'chat') =>
    getChatJoinToken(test.deps, caller, { performer, type });
  await expect(agree(paid.username, 'free')).rejects.toThrow('badRequest.chat.switched');
  await expect(agree(paid.username, 'chat')).resolves.toHaveProperty('token');
  await expect(agree(free.username, 'chat')).resolves.toHaveProperty('token');
});

it('L3.9 L3.11 does not open paid chat when it was given for free chat', async () => {
  const { caller } = await aMember(test, 500);
  const vera = await aPerformer(test, onlineStatus.free);
  const { token } = await ask(caller, vera.username);
  await changeStatus(test.deps, vera.id, onlineStatus.online);
  await expect(joinChat(test.deps, caller, { 'x-chat': token })).rejects.toThrow('badRequest.chat.switched');
  // A token for paid chat is accepted in free chat, which costs less.
  const paid = await ask(caller, vera.username);
  await changeStatus(test.deps, vera.id, onlineStatus.free);
  await expect(joinChat(test.deps, caller, { 'x-chat': paid.token })).resolves.toMatchObject({
    type: 'free',
  });
});
