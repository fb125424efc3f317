import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { CAM_BACK_REST_MS } from '#contract/chat/cam-back.ts';
import { readCamBackSettings } from '#contract/chat/cam-back-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { takeOverChats } from '#server/chat/session/take-over-chats.ts';
import { openSession } from '#server/identity/sessions.ts';
import { logOut } from '#server/member/account/log-out.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp, createTestApp, type TestApp, variantOf } from '#server/testing/test-app.ts';
import { join, type Viewer, watch } from '#server/testing/viewer.ts';
import { returnRoom, returnSender, returnViewer } from './return-room.ts';
import { camBacks } from './tables.ts';

let test: TestApp;
let anna: TestMember;
let vera: TestPerformer;
let chat: Viewer;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  [anna, vera] = [await aMember(test, 5000), await aPerformer(test)];
  chat = await watch(test, anna.caller, vera);
  test.pushes.length = 0;
  test.media.dropped.length = 0;
});

const act = (action: object, { app = test, token = anna.token, auth = chat.auth() } = {}) =>
  callApp(app, chatAction, { auth, ...action } as never, bearer(token));
const init = (options?: Parameters<typeof act>[1]) =>
  act({ action: 'camBackInit', data: { agent: 'whip' } }, options);
const broadcasting = () => act({ action: 'camBackBroadcasting' });
const stop = () => act({ action: 'camBackStop', recipient: 'host' });
const settings = (token = anna.token) =>
  callApp(test, readCamBackSettings, { auth: chat.auth() }, bearer(token));
const stateOf = async () =>
  (await test.deps.db.select().from(camBacks).where(eq(camBacks.sessionId, chat.session)))[0]?.state;
const toldStudio = () =>
  test.pushes.filter(({ name }) => name === 'studio-cam-back').map(({ to, payload }) => ({ to, payload }));

/** As the page does: ask, send, say so. */
async function show(): Promise<void> {
  await init();
  test.media.publish(returnRoom(chat.session));
  await broadcasting();
}

describe('a member’s camera', () => {
  it('is sent to a room of its own, by a token for that room', async () => {
    const { stream } = await init();
    expect(stream).toEqual({
      output: 'whip',
      streamname: `back-${chat.session}`,
      endPoint: `/media/whip/back-${chat.session}`,
      accessToken: `publish:back-sender-${chat.session}`,
      iceServers: [{ urls: 'stun:stun.example' }],
    });
    expect(await stateOf()).toBe('loading');
  });

  it('is told to the performer, and to nobody else, as it loads, starts and stops', async () => {
    await show();
    await broadcasting();
    expect(await stateOf()).toBe('started');
    await stop();
    const { sender } = chat.joined;
    expect(toldStudio()).toEqual(
      ['loading', 'started', 'stopped'].map((state) => ({
        to: `performer:${vera.id}`,
        payload: { session: chat.session, sender, state },
      })),
    );
  });

  it('has started only when the media server has it', async () => {
    await expect(broadcasting()).rejects.toThrow('badRequest.camBack.notStarted');
    await init();
    await expect(broadcasting()).rejects.toThrow('badRequest.camBack.notStarted');
    expect(await stateOf()).toBe('loading');
  });

  it('gets another token after a lost connection, and that is no second start', async () => {
    await show();
    expect((await init()).stream?.streamname).toBe(returnRoom(chat.session));
    expect(await stateOf()).toBe('started');
    expect(toldStudio()).toHaveLength(2);
  });

  it('stops: the room is closed and the tokens of both sides are void', async () => {
    await show();
    await stop();
    await stop();
    expect(await stateOf()).toBe('stopped');
    expect(test.media.rooms.has(returnRoom(chat.session))).toBe(false);
    expect(test.media.dropped).toEqual([returnSender(chat.session), returnViewer(chat.session)]);
    expect(toldStudio()).toHaveLength(3);
  });

  it('starts again 10 s after a stop at the earliest, in another chat neither', async () => {
    await show();
    await stop();
    await expect(init()).rejects.toThrow('badRequest.camBack.tooSoon');
    expect(await settings()).toMatchObject({ restMs: CAM_BACK_REST_MS });
    const other = await watch(test, anna.caller, await aPerformer(test));
    await expect(init({ auth: other.auth() })).rejects.toThrow('badRequest.camBack.tooSoon');
    await chat.watchFor(CAM_BACK_REST_MS - 1);
    expect(await settings()).toMatchObject({ restMs: 1 });
    await expect(init()).rejects.toThrow('badRequest.camBack.tooSoon');
    test.clock.advance(1);
    expect(await settings()).toMatchObject({ agent: 'whip', signIn: null, restMs: 0 });
    expect((await init()).stream).toBeDefined();
  });

  it.each(['left', 'failed'] as const)('stops with the chat (%s)', async (reason) => {
    await show();
    await chat.leave(reason);
    expect(await stateOf()).toBe('stopped');
    expect(test.media.rooms.has(returnRoom(chat.session))).toBe(false);
    expect(toldStudio().at(-1)?.payload).toMatchObject({ state: 'stopped' });
    await expect(init()).rejects.toThrow('badRequest.session.ended');
  });

  it('stops when the process that served it is gone', async () => {
    await show();
    await takeOverChats({ ...test.deps, node: 'another' });
    expect(await stateOf()).toBe('stopped');
  });

  it('stops within a second of the logout, unasked by the page', async () => {
    const { sessionId } = await openSession(test.deps, { kind: 'member', memberId: anna.id });
    const caller = { ...anna.caller, kind: 'member', memberId: anna.id, sessionId } as const;
    chat = await watch(test, caller, vera);
    await show();
    await sweepChats(test.deps);
    expect(await stateOf()).toBe('started');
    await logOut(test.deps, caller);
    await sweepChats(test.deps);
    expect(await stateOf()).toBe('stopped');
    expect(test.media.rooms.has(returnRoom(chat.session))).toBe(false);
    expect(toldStudio().at(-1)?.payload).toMatchObject({ state: 'stopped' });
  });

  it('is refused in free chat, and to guests', async () => {
    const free = await aPerformer(test, onlineStatus.free);
    const inFree = await join(test, anna.caller, free);
    await expect(init({ auth: inFree.auth() })).rejects.toThrow('badRequest.camBack.notHere');
    const guest = await join(test, aGuest(test), free);
    await expect(
      callApp(test, chatAction, { action: 'camBackInit', auth: guest.auth(), data: { agent: 'whip' } }),
    ).rejects.toThrow('badRequest.unauthorized');
    await expect(init({ token: vera.token })).rejects.toThrow('badRequest.unauthorized');
  });

  it('is refused with another member’s auth', async () => {
    const bram = await aMember(test, 500);
    await expect(init({ token: bram.token })).rejects.toThrow('badRequest.invalid.auth');
    await expect(settings(bram.token)).rejects.toThrow('badRequest.invalid.auth');
  });

  it('is refused for a media server that is not there', async () => {
    await expect(act({ action: 'camBackInit', data: { agent: 'janus' } })).rejects.toThrow(
      'badRequest.invalid.input',
    );
  });

  it('is refused where the brand has no such thing', async () => {
    const without = variantOf(test, {
      brand: { ...test.deps.brand, hasFeature: (feature) => feature !== 'camBack' },
    });
    await expect(init({ app: without })).rejects.toThrow('badRequest.notFound');
    await expect(
      callApp(without, readCamBackSettings, { auth: chat.auth() }, bearer(anna.token)),
    ).rejects.toThrow('badRequest.notFound');
  });
});
