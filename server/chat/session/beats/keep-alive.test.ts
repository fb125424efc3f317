import { eq } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { AUTH_SECONDS } from '#contract/chat/session.ts';
import { reportChatError } from '#contract/chat/session-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { databaseKinds } from '#server/testing/databases.ts';
import { aGuest, aMember, aPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { callApp } from '#server/testing/test-app.ts';
import { aFreeChat, aJoinedChat, aPaidChat, join, watch } from '#server/testing/viewer.ts';
import { endChatSession } from '../end-chat-session.ts';
import { chatSessions } from '../tables.ts';
import { keepAlive } from './keep-alive.ts';

describe.each(databaseKinds())('keep-alive on $name', (database) => {
  const test = startTestApp({ on: database });

  /** Whether the session's row is locked by another transaction, or the session has ended. */
  const isBeingEnded = async (session: string) => {
    const [free] = await test.deps.db
      .select({ state: chatSessions.state })
      .from(chatSessions)
      .where(eq(chatSessions.id, session))
      .for('update', { skipLocked: true });
    return free?.state !== 'joined';
  };

  const nothingSeen = { framesDecoded: 0, packetsLost: 0, stalledMs: 0 };
  const oneFrame = { ...nothingSeen, framesDecoded: 1 };

  it('charges the first minute when the first frame is reported, not before', async () => {
    const {
      anna,
      vera,
      chat: { auth },
    } = await aJoinedChat(test, 500);
    const waiting = await keepAlive(test.deps, anna.caller, { auth: auth(), stats: nothingSeen });
    expect(waiting.meter).toMatchObject({ spent: 0, leftMs: null });
    const seen = await keepAlive(test.deps, anna.caller, { auth: auth(), stats: oneFrame });
    expect(seen.meter).toMatchObject({ price: 60, spent: 60, leftMs: 60_000 });
    expect(await anna.credits()).toBe(440);
    expect(await vera.credits()).toBe(60);
  });

  it('charges it once, however often the first frame is reported', async () => {
    const {
      anna,
      chat: { auth },
    } = await aJoinedChat(test, 500);
    const beat = () => keepAlive(test.deps, anna.caller, { auth: auth(), stats: oneFrame });
    await Promise.all([beat(), beat(), beat()]);
    expect(await anna.credits()).toBe(440);
  });

  it('L3.12 L4.21 L7.2 returns an auth that is valid until the session would end, with the room and the meter', async () => {
    const {
      anna,
      vera,
      chat: { auth, session },
    } = await aFreeChat(test, 500);
    test.clock.advance(8000);
    const renewed = await keepAlive(test.deps, anna.caller, { auth: auth() });
    expect(renewed).toMatchObject({ room: vera.id, meter: { session, price: 0 } });
    const endTime = new Date(test.clock.now().getTime() + AUTH_SECONDS * 1000).toISOString();
    expect(decodeJwt(renewed.auth)['meta']).toEqual({ type: 'free', agent: 'whep', endTime });
    test.clock.advance(10_000);
    await expect(keepAlive(test.deps, anna.caller, { auth: auth() })).rejects.toThrow(
      'badRequest.invalid.auth',
    );
    await expect(keepAlive(test.deps, anna.caller, { auth: renewed.auth })).resolves.toHaveProperty('auth');
  });

  it('costs nothing in free chat', async () => {
    const [anna, vera] = [await aMember(test, 500), await aPerformer(test, onlineStatus.free)];
    await (await watch(test, anna.caller, vera)).watchFor(130_000);
    expect(await anna.credits()).toBe(500);
  });

  it('is refused with another member’s auth', async () => {
    const [anna, bram, vera] = [await aMember(test, 500), await aMember(test, 500), await aPerformer(test)];
    const { auth } = await join(test, anna.caller, vera);
    await expect(keepAlive(test.deps, bram.caller, { auth: auth() })).rejects.toThrow(
      'badRequest.invalid.auth',
    );
  });

  it('never revives a session that ended while the keep-alive was on its way', async () => {
    const {
      anna,
      chat: { auth, session },
    } = await aJoinedChat(test, 500);
    const ending = endChatSession(test.deps, session, 'paused');
    await expect.poll(() => isBeingEnded(session), { interval: 1 }).toBe(true);
    const late = keepAlive(test.deps, anna.caller, { auth: auth(), stats: oneFrame });
    await Promise.all([ending, expect(late).rejects.toThrow('badRequest.session.ended')]);
    expect(await anna.credits()).toBe(500);
  });

  it('does not accept a stall longer than the time watched', async () => {
    const { anna, chat: viewer } = await aPaidChat(test, 500);
    test.clock.advance(10_000);
    await viewer.beat(3_600_000);
    // The stall counts for the ten seconds watched, not for the hour that was reported.
    await viewer.watchFor(54_000);
    expect(await anna.credits()).toBe(440);
    await viewer.watchFor(9000);
    expect(await anna.credits()).toBe(380);
  });

  it('invalidates a guest’s auth when the session ends', async () => {
    const vera = await aPerformer(test, onlineStatus.free);
    const viewer = await watch(test, aGuest(test), vera);
    await viewer.leave();
    await expect(viewer.beat()).rejects.toThrow('badRequest.session.ended');
  });
});

describe('a viewer’s player error', () => {
  const server = startTestApp();

  it('L7.6 is logged, truncated', async () => {
    const record = vi.spyOn(server.deps.events, 'record').mockImplementation(() => undefined);
    expect(await callApp(server, reportChatError, { error: `ice failed ${'x'.repeat(400)}` })).toEqual({
      logged: true,
    });
    expect(record).toHaveBeenCalledExactlyOnceWith('chat.player-error', {
      error: `ice failed ${'x'.repeat(109)}`,
    });
  });

  it('is refused if it is empty', async () => {
    await expect(callApp(server, reportChatError, { error: '' })).rejects.toThrow('badRequest.invalid.input');
  });
});
