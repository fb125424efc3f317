import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { readRoom } from '#contract/studio/studio-calls.ts';
import { moderateViewer } from '#server/chat/room/moderators/moderate-viewer.ts';
import { shutRoom } from '#server/chat/room/shut-room.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { stopVip } from '#server/chat/vip/stop-vip.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { sayInRoom, sweepShutRooms } from '#server/studio/room.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { askForVip } from '#server/studio/vip/testing.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';
import { createSocket, type PageSocket } from '../../api/socket/socket.ts';
import { eventually, openPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { openStudioRoom, type StudioRoom } from './room.ts';

const server = servePlayableApp();
let page: TestPage;
let vera: TestPerformer;
let socket: PageSocket;
let room: StudioRoom;

beforeEach(async () => {
  page = openPage(server);
  vera = await aPerformer(server, onlineStatus.free);
  page.cookies.set('vonk_studio', vera.token);
  socket = createSocket({ studio: true });
  room = openStudioRoom(socket);
  await eventually(() => expect(room.$audience.get()).not.toBeNull());
  await eventually(() => expect(socket.isConnected()).toBe(true));
});
afterEach(() => {
  room.close();
  socket.closeConnection();
});

const watch = async (credits = 2000): Promise<Viewer> =>
  join(server, (await aMember(server, credits)).caller, vera);
const texts = () => room.$lines.get().map(({ message }) => message);

it('connects as the performer, while the browser is also a member’s', async () => {
  const anna = await aMember(server);
  page.cookies.set('vonk_session', anna.token);
  socket.reconnect();
  await eventually(() => expect(socket.isConnected()).toBe(true));
  await room.sayInRoom('Welcome');
  expect(texts()).toEqual(['Welcome']);
});

it('shows messages and tips as they come, and who watches', async () => {
  const chat = await watch();
  await eventually(() => expect(room.$room.get().viewers).toHaveLength(1));
  await chat.tip(100);
  await eventually(() => expect(room.$tip.get()).toMatchObject({ amount: 100 }));
  await eventually(() => expect(room.$lines.get()).toMatchObject([{ messageType: 'tip', amount: 100 }]));
  await eventually(() => expect(room.$earned.get()).toMatchObject({ day: 100 }));
  await chat.leave();
  await eventually(() => expect(room.$room.get().viewers).toEqual([]));
});

it('takes over what moved, and totals after a lost connection', async () => {
  const chat = await watch();
  await eventually(() => expect(room.$room.get().viewers).toHaveLength(1));
  await chat.tip(1900);
  await server.tellMoved();
  await eventually(() =>
    expect(room.$moves.get()).toMatchObject([{ move: { kind: 'tips', credits: 1900, count: 1 } }]),
  );
  expect(room.$earned.get()).toMatchObject({ day: 1900, month: 1900 });
  await eventually(() => expect(room.$room.get().viewers).toMatchObject([{ paysFrom: 1 }]));
  server.cutLines();
  await eventually(() => expect(room.$moves.get()).toMatchObject([{ move: null }, { move: {} }]));
  await chat.tip(100);
  await server.tellMoved();
  await eventually(() => expect(room.$earned.get()).toMatchObject({ day: 2000 }));
});

it('keeps the newer of two totals, however they arrive', async () => {
  const chat = await watch();
  await eventually(() => expect(room.$earned.get()).toMatchObject({ day: 0 }));
  const { earned: old } = await callApp(server, readRoom, {}, bearer(vera.token));
  await chat.tip(100);
  await server.tellMoved();
  await eventually(() => expect(room.$earned.get()).toMatchObject({ day: 100 }));
  server.deps.push.toPerformer(vera.id, 'studio-earned', { totals: old, moved: [] });
  server.deps.push.toPerformer(vera.id, 'studio-ended', { what: 'broadcast', why: 'lost' });
  await eventually(() => expect(room.$ended.get()).not.toBeNull());
  expect(room.$earned.get()).toMatchObject({ day: 100 });
});

it('makes a member a moderator, and follows what moderators do', async () => {
  const [chat, other] = [await watch(), await watch()];
  expect(await room.appointModerator({ session: chat.session })).toBe(true);
  await eventually(() => expect(room.$room.get().moderators).toHaveLength(1));
  const [{ id, name } = { id: 0, name: '' }] = room.$room.get().moderators;
  expect(await room.renewModerator(id)).toBe(true);
  const act = { auth: chat.auth(), name: other.joined.sender, kind: 'mute' } as const;
  await moderateViewer(server.deps, chat.caller, act);
  await eventually(() => expect(room.$room.get().sanctions).toMatchObject([{ kind: 'mute', by: name }]));
  expect(await room.dismissModerator(id)).toBe(true);
  await eventually(() => expect(room.$room.get().moderators).toEqual([]));
  expect(await room.sanctionViewer({ session: other.session }, 'kick')).toBe(true);
  expect(await room.appointModerator({ session: other.session })).toBe(false);
  expect(room.$refusal.get()).toBe('badRequest.moderator.sentOut');
});

it('shows messages that wait, on every page, and removes one for good', async () => {
  const dock = openStudioRoom(socket);
  const anna = await aMember(server);
  const chat = await join(server, anna.caller, vera);
  expect(await room.setMessageDelay(4)).toBe(true);
  await eventually(() => expect(dock.$room.get().rules.delaySeconds).toBe(4));
  const line = { action: 'message', auth: chat.auth(), data: { message: 'Spam' } } as const;
  const { message } = await callApp(server, chatAction, line, bearer(anna.token));
  for (const page of [room, dock])
    await eventually(() => expect(page.$lines.get()).toMatchObject([{ message: 'Spam', waits: true }]));
  expect(await dock.removeMessage(message?.id ?? '')).toBe(true);
  for (const page of [room, dock]) await eventually(() => expect(page.$lines.get()).toEqual([]));
  await room.sayInRoom('Quiet, please');
  expect(room.$lines.get()).toMatchObject([{ seq: 1 }]);
  dock.close();
});

it('shows an own message once, and keeps one that failed until it is sent again', async () => {
  const refused = vi.spyOn(server.deps.limits, 'take').mockRejectedValue(new Error('the server failed'));
  await room.sayInRoom('Hello');
  refused.mockRestore();
  const [line] = room.$unsent.get();
  expect(line).toMatchObject({ text: 'Hello', failed: 'UNDEFINED_ERROR' });
  await room.sayAgain(line?.clientId ?? '');
  await room.sayAgain(line?.clientId ?? '');
  expect(texts()).toEqual(['Hello']);
  expect(room.$unsent.get()).toEqual([]);
});

it('does not send an empty or too long message', async () => {
  for (const text of ['  ', 'x'.repeat(251)]) await room.sayInRoom(text);
  expect(texts()).toEqual([]);
  expect(room.$unsent.get()).toEqual([]);
});

it('fetches what it missed while the connection was down', async () => {
  await room.sayInRoom('one');
  server.cutLines();
  const other = openStudioRoom({ on: () => () => undefined, onConnection: () => () => undefined });
  await other.sayInRoom('two');
  other.close();
  await eventually(() => expect(texts()).toEqual(['one', 'two']));
});

it('fetches a message whose push was lost when a later one shows the gap', async () => {
  await room.sayInRoom('one');
  const { push } = server.deps;
  server.deps.push = { ...push, toRoom() {} };
  const input = { clientId: server.deps.newId(), messageType: 'notice' } as const;
  await sayInRoom(server.deps, vera.caller, { ...input, message: 'two' });
  server.deps.push = push;
  await sayInRoom(server.deps, vera.caller, { ...input, clientId: server.deps.newId(), message: 'three' });
  await eventually(() => expect(texts()).toEqual(['one', 'two', 'three']));
});

it('reads the room again after a failure, without another push', async () => {
  const chat = await watch();
  await eventually(() => expect(room.$room.get().viewers).toHaveLength(1));
  const { fetch } = globalThis;
  let refused = 0;
  const refuse = async (target: Parameters<typeof fetch>[0], init?: RequestInit) => {
    if (!String(target).includes('/room/viewers')) return fetch(target, init);
    refused += 1;
    return new Response(null, { status: 500 });
  };
  vi.stubGlobal('fetch', refuse);
  await chat.leave();
  await eventually(() => expect(refused).toBeGreaterThan(0));
  const input = { clientId: server.deps.newId(), messageType: 'notice', message: 'Goodbye' } as const;
  await sayInRoom(server.deps, vera.caller, input);
  // Pushed last: no earlier push is on the way.
  await eventually(() => expect(texts()).toEqual(['Goodbye']));
  expect(room.$room.get().viewers).toHaveLength(1);
  vi.stubGlobal('fetch', fetch);
  await eventually(() => expect(room.$room.get().viewers).toEqual([]));
});

describe('a VIP show', () => {
  const ask = async (chat: Viewer) => {
    const request = await askForVip(server, chat);
    await eventually(() => expect(room.$room.get().asks).toMatchObject([{ request, paysFrom: 5 }]));
    return request;
  };

  it('starts and ends by the performer, and the band names its member', async () => {
    server.media.publish(streamRoom(vera.id));
    const chat = await watch();
    const request = await ask(chat);
    expect(room.$room.get().asks[0]?.until).toBeGreaterThan(Date.now() + 100_000);
    expect(await room.acceptVip(request)).toBe(true);
    await eventually(() => expect(room.$room.get()).toMatchObject({ asks: [], show: { request } }));
    await eventually(() => expect(room.$audience.get()?.vip).toMatch(/./));
    expect(room.$ended.get()).toBeNull();
    expect(await room.stopVipShow()).toBe(true);
    await eventually(() =>
      expect(room.$room.get()).toMatchObject({ show: null, status: onlineStatus.paused }),
    );
    await eventually(() =>
      expect(room.$audience.get()).toMatchObject({
        onlineStatus: onlineStatus.paused,
        vip: null,
        watching: 0,
      }),
    );
  });

  it('that its member ends, or a request that is withdrawn, says so until the next act', async () => {
    server.media.publish(streamRoom(vera.id));
    const chat = await watch();
    const withdraw = () =>
      stopVip(server.deps, chat.caller, { action: 'stopVip', auth: chat.auth() } as never);
    await ask(chat);
    await withdraw();
    const member = chat.joined.sender;
    await eventually(() => expect(room.$ended.get()).toEqual({ what: 'ask', why: 'withdrawn', member }));
    await room.acceptVip(await ask(chat));
    expect(room.$ended.get()).toBeNull();
    await withdraw();
    await eventually(() => expect(room.$ended.get()).toEqual({ what: 'show', why: 'left', member }));
  });

  it('is declined', async () => {
    const request = await ask(await watch());
    expect(await room.declineVip(request)).toBe(true);
    await eventually(() => expect(room.$room.get().asks).toEqual([]));
  });

  it('says why a request can no longer be accepted', async () => {
    const chat = await watch();
    const request = await ask(chat);
    await endChatSession(server.deps, chat.session, 'left');
    expect(await room.acceptVip(request)).toBe(false);
    expect(room.$refusal.get()).toBe('badRequest.vip.closed');
    await room.setSlowMode(5);
    expect(room.$refusal.get()).toBeNull();
  });
});

it('changes the status and shuts the room', async () => {
  server.media.publish(streamRoom(vera.id));
  expect(await room.setStatus(onlineStatus.online)).toBe(true);
  await eventually(() => expect(room.$room.get().status).toBe(onlineStatus.online));
  const chat = await watch();
  expect(await room.closeRoom()).toBe(true);
  await eventually(() => expect(room.$room.get()).toMatchObject({ status: 0, viewers: [] }));
  expect(chat.session).not.toBe('');
});

it('says that the operator has closed the room, or that no picture came for a minute', async () => {
  const { push } = server.deps;
  push.toPerformer(vera.id, 'studio-ended', { what: 'broadcast', why: 'lost' });
  await eventually(() => expect(room.$ended.get()).toEqual({ what: 'broadcast', why: 'lost' }));
  const at = server.deps.now();
  await shutRoom(server.deps.db, vera.id, { ground: 'rules', until: null, at });
  await sweepShutRooms(server.deps);
  await eventually(() => expect(room.$room.get()).toMatchObject({ isShut: true, status: 0 }));
});

it('knows after a lost connection that the broadcast has ended meanwhile', async () => {
  await eventually(() => expect(room.$room.get().status).toBe(onlineStatus.free));
  server.cutLines();
  await eventually(() => expect(socket.isConnected()).toBe(false));
  await changeStatus(server.deps, vera.id, onlineStatus.offline);
  await eventually(() => expect(room.$ended.get()).toEqual({ what: 'broadcast', why: 'lost' }));
});

it('refuses to go live before the media server has a picture', async () => {
  server.media.gateway.closeRoom(streamRoom(vera.id));
  expect(await room.setStatus(onlineStatus.online)).toBe(false);
  expect(room.$refusal.get()).toBe('badRequest.performer.offline');
});

it('knows nothing about the audience while the server does not answer', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  await eventually(() => expect(room.$audience.get()).toBeNull());
  vi.stubGlobal('fetch', fetch);
  await eventually(() => expect(room.$audience.get()).not.toBeNull());
});
