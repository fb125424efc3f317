import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { CAM_BACK_REST_MS, readCamBackSettings } from '#contract/chat/cam-back-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { endCamBack } from '#contract/studio/cam-back-calls.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { takeOverChats } from '#server/chat/session/take-over-chats.ts';
import { openSession } from '#server/identity/sessions.ts';
import { returnRoom, returnSender, returnViewer } from '#server/media/rooms.ts';
import { logOut } from '#server/member/account/log-in.ts';
import { aGuest, aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp, variantOf } from '#server/testing/test-app.ts';
import { aPaidChat, join, type Viewer, watch } from '#server/testing/viewer.ts';
import { camBacks } from '../session/tables.ts';

const test = startTestApp();
let anna: TestMember;
let vera: TestPerformer;
let chat: Viewer;
beforeEach(async () => {
  ({ anna, vera, chat } = await aPaidChat(test, 5000));
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
const studioPushes = () =>
  test.pushes.filter(({ name }) => name === 'studio-cam-back').map(({ to, payload }) => ({ to, payload }));

/** Does what the page does: ask for a target, send, confirm. */
async function show(): Promise<void> {
  await init();
  test.media.publish(returnRoom(chat.session));
  await broadcasting();
}

describe('a member’s camera', () => {
  it('L7.14 sends to a separate room, with a token for that room', async () => {
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

  it('L4.41 tells only the performer that the camera loads, starts and stops', async () => {
    await show();
    await broadcasting();
    expect(await stateOf()).toBe('started');
    await stop();
    const { sender } = chat.joined;
    expect(studioPushes()).toEqual(
      ['loading', 'started', 'stopped'].map((state) => ({
        to: `performer:${vera.id}`,
        payload: { session: chat.session, sender, state },
      })),
    );
  });

  it('costs nothing beside the minutes', async () => {
    const before = await anna.credits();
    await show();
    await stop();
    expect(await anna.credits()).toBe(before);
  });

  it('L7.15 starts only once the media server receives the camera', async () => {
    await expect(broadcasting()).rejects.toThrow('badRequest.camBack.notStarted');
    await init();
    await expect(broadcasting()).rejects.toThrow('badRequest.camBack.notStarted');
    expect(await stateOf()).toBe('loading');
  });

  it('issues another token after a lost connection without announcing a second start', async () => {
    await show();
    expect((await init()).stream?.streamname).toBe(returnRoom(chat.session));
    expect(await stateOf()).toBe('started');
    expect(studioPushes()).toHaveLength(2);
  });

  it('L7.16 closes the room and invalidates the tokens of both sides on stop', async () => {
    await show();
    await stop();
    await stop();
    expect(await stateOf()).toBe('stopped');
    expect(test.media.rooms.has(returnRoom(chat.session))).toBe(false);
    expect(test.media.dropped).toEqual([returnSender(chat.session), returnViewer(chat.session)]);
    expect(studioPushes()).toHaveLength(3);
  });

  it('L4.57 L7.7 starts again no earlier than 10 s after a stop, in any chat', async () => {
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

  it('does not continue after the performer has ended it, but starts again after the rest', async () => {
    await show();
    await callApp(test, endCamBack, { session: chat.session }, bearer(vera.token));
    const again = (continues: boolean) => act({ action: 'camBackInit', data: { agent: 'whip', continues } });
    await expect(again(false)).rejects.toThrow('badRequest.camBack.tooSoon');
    await chat.watchFor(CAM_BACK_REST_MS);
    await expect(again(true)).rejects.toThrow('badRequest.camBack.ended');
    expect(await stateOf()).toBe('stopped');
    expect((await again(false)).stream).toBeDefined();
  });

  it.each(['left', 'failed'] as const)('stops with the chat (%s)', async (reason) => {
    await show();
    await chat.leave(reason);
    expect(await stateOf()).toBe('stopped');
    expect(test.media.rooms.has(returnRoom(chat.session))).toBe(false);
    expect(studioPushes().at(-1)?.payload).toMatchObject({ state: 'stopped' });
    await expect(init()).rejects.toThrow('badRequest.session.ended');
  });

  it('stops when the process that served it is gone', async () => {
    await show();
    await takeOverChats({ ...test.deps, node: 'another' });
    expect(await stateOf()).toBe('stopped');
  });

  it('stops within a second of the logout, without a call from the page', async () => {
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
    expect(studioPushes().at(-1)?.payload).toMatchObject({ state: 'stopped' });
  });

  it('is refused in free chat and for guests', async () => {
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

  it('refuses an agent other than the media server’s', async () => {
    await expect(act({ action: 'camBackInit', data: { agent: 'janus' } })).rejects.toThrow(
      'badRequest.invalid.input',
    );
  });

  it('is refused if the brand has no camera-back', async () => {
    const without = variantOf(test, {
      brand: { ...test.deps.brand, hasFeature: (feature) => feature !== 'camBack' },
    });
    await expect(init({ app: without })).rejects.toThrow('badRequest.notFound');
    await expect(
      callApp(without, readCamBackSettings, { auth: chat.auth() }, bearer(anna.token)),
    ).rejects.toThrow('badRequest.notFound');
  });
});
