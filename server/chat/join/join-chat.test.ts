import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { storeStatus } from '#server/performers/profile/store-status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { makeMember } from '#server/testing/make.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { createTestApp } from '#server/testing/test-app.ts';
import { aJoinedChat, aPaidChat, join, watch } from '#server/testing/viewer.ts';
import { chatSessions } from '../session/tables.ts';
import { getChatJoinToken } from './get-chat-join-token.ts';
import { joinChat } from './join-chat.ts';
import { leaveChat } from './leave-chat.ts';

describe.each(databaseKinds())('joining on $name', (database) => {
  const test = startTestApp({ on: database });

  const sessionOf = async (id: string) =>
    (await test.deps.db.select().from(chatSessions).where(eq(chatSessions.id, id)))[0];

  it('L4.19 L7.1 returns how to play, the price and the earlier messages', async () => {
    const {
      vera,
      chat: { joined },
    } = await aJoinedChat(test, 500);
    expect(joined).toMatchObject({
      type: 'chat',
      room: vera.id,
      config: { agent: 'whep', url: `/media/whep/performer-${vera.id}` },
      meter: { price: 60, spent: 0, leftMs: null },
      viewers: 1,
      secondsLeft: null,
      messages: [],
    });
  });

  it('charges nothing before the first frame', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    await join(test, anna.caller, vera);
    expect(await anna.credits()).toBe(500);
  });

  it('tells a guest the free time left', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const guest = aGuest(test);
    const first = await watch(test, guest, vera);
    expect(first.joined).toMatchObject({ type: 'free', secondsLeft: 60, meter: { price: 0 } });
    await first.watchFor(20_000);
    await first.leave();
    expect((await join(test, guest, vera)).joined.secondsLeft).toBe(40);
  });

  it('never shows an e-mail address as a name', async () => {
    const id = await makeMember(test.deps, { email: 'shy@example.com', username: 'shy@example.com' });
    const vera = await aPerformer(test, onlineStatus.free);
    const { joined } = await join(test, { ...(await aMember(test)).caller, memberId: id }, vera);
    expect(joined.sender).toMatch(/^[A-Z][a-z]+[A-Z][a-z]+\d{4}$/);
  });

  it('L3.15 ends the member’s other session of the same chat and tells it why', async () => {
    const { anna, vera, chat: first } = await aPaidChat(test, 500);
    const second = await join(test, anna.caller, vera);
    expect(await sessionOf(first.session)).toMatchObject({ state: 'ended', endReason: 'duplicate_session' });
    expect(await sessionOf(second.session)).toMatchObject({ state: 'joined' });
    expect(test.media.dropped).toContain(first.session);
    expect(test.pushes).toContainEqual({
      to: `chat:${first.session}`,
      name: 'chat-ended',
      payload: {
        session: first.session,
        reason: 'duplicate_session',
        receipt: expect.objectContaining({ session: first.session, charged: 60, total: 60 }),
      },
    });
  });

  it('opens one session when the same member joins twice at once', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const tokens = await Promise.all(
      [1, 2].map(() => getChatJoinToken(test.deps, anna.caller, { performer: vera.username })),
    );
    await Promise.allSettled(
      tokens.map(({ token }) => joinChat(test.deps, anna.caller, { 'x-chat': token })),
    );
    const rows = await test.deps.db.select().from(chatSessions).where(eq(chatSessions.memberId, anna.id));
    expect(rows.filter(({ state }) => state !== 'ended')).toHaveLength(1);
  });

  it('is refused with the token of another member', async () => {
    const [anna, bram, vera] = [await aMember(test, 500), await aMember(test, 500), await aPerformer(test)];
    const { token } = await getChatJoinToken(test.deps, anna.caller, { performer: vera.username });
    await expect(joinChat(test.deps, bram.caller, { 'x-chat': token })).rejects.toThrow(
      'badRequest.invalid.joinToken',
    );
  });

  it('refuses a member with a guest’s token, which would give paid chat for free', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    const { token } = await getChatJoinToken(test.deps, aGuest(test), { performer: vera.username });
    await storeStatus(test.deps, vera.id, onlineStatus.online);
    await expect(joinChat(test.deps, anna.caller, { 'x-chat': token })).rejects.toThrow(
      'badRequest.invalid.joinToken',
    );
  });

  it('is refused with a token of another kind', async () => {
    const {
      anna,
      chat: { auth },
    } = await aJoinedChat(test, 500);
    for (const token of [auth(), anna.token, 'nonsense']) {
      await expect(joinChat(test.deps, anna.caller, { 'x-chat': token })).rejects.toThrow(
        'badRequest.invalid.joinToken',
      );
    }
  });

  it('is refused with a used token, also after that session ended', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const { token } = await getChatJoinToken(test.deps, anna.caller, { performer: vera.username });
    const { auth } = await joinChat(test.deps, anna.caller, { 'x-chat': token });
    const again = () => joinChat(test.deps, anna.caller, { 'x-chat': token });
    await expect(again()).rejects.toThrow('badRequest.invalid.joinToken');
    await leaveChat(test.deps, anna.caller, { auth, reason: 'left' });
    await expect(again()).rejects.toThrow('badRequest.invalid.joinToken');
  });

  it('is refused when the token is older than a minute', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const { token } = await getChatJoinToken(test.deps, anna.caller, { performer: vera.username });
    test.clock.advance(61_000);
    await expect(joinChat(test.deps, anna.caller, { 'x-chat': token })).rejects.toThrow(
      'badRequest.invalid.joinToken',
    );
  });

  it('checks again whether this viewer may join', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test)];
    const { token } = await getChatJoinToken(test.deps, anna.caller, { performer: vera.username });
    await storeStatus(test.deps, vera.id, onlineStatus.paused);
    await expect(joinChat(test.deps, anna.caller, { 'x-chat': token })).rejects.toThrow(
      'badRequest.performer.paused',
    );
  });

  it('L3.17 leaves no session behind if the media server does not respond', async () => {
    const deaf = await createTestApp({
      change: ({ media }) => ({ media: { ...media, playTarget: () => Promise.reject(new Error('away')) } }),
    });
    const [anna, vera] = [await aMember(deaf, 500), await aPerformer(deaf)];
    await expect(join(deaf, anna.caller, vera)).rejects.toThrow('badRequest.media.unavailable');
    expect(await deaf.deps.db.select().from(chatSessions)).toMatchObject([
      { state: 'ended', endReason: 'default' },
    ]);
    await deaf.close();
  });
});
