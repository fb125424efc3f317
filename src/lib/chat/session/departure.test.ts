import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readWelcome } from '#contract/chat/room/sanction-calls.ts';
import { pathOf } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { setSlowMode } from '#server/chat/room/room-settings.ts';
import { liftSanction, sanctionViewer } from '#server/chat/room/sanctions/sanctions.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { closeRoom } from '#server/studio/room.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { eventually, openAnnasPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { $offer, $stream, openStream } from '../offer.ts';
import { $messages, $notices, $outgoing, sendMessage } from '../room/messages.ts';
import { $openAgain, followWelcome, watchForSentOut } from '../room/sent-out.ts';
import { $lastSentAt, $wait } from '../room/voice.ts';
import { $chat, $departure, $isWelcome } from '../store.ts';
import { profileUrl } from './left-note.ts';
import { $rejoins, REJOIN_EVERY_MS } from './rejoin.ts';
import { createChat } from './session.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
const server = servePlayableApp();
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $departure.set(null);
  $lastSentAt.set(0);
  ({ page, anna, vera } = await openAnnasPage(server, { credits: 500, status: onlineStatus.free }));
  await joinChat(vera.username);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  chat.close();
  // Else the next file's viewers would agree to free chat only.
  $stream.setKey('onlineStatus', onlineStatus.offline);
});

function watched(): string {
  const chat = $chat.get();
  if (chat.status !== 'watching') throw new Error(`Chat is ${chat.status}, not watching`);
  return chat.session;
}
const sanction = (kind: 'mute' | 'kick' | 'block', minutes?: number | null) =>
  sanctionViewer(server.deps, vera.caller, {
    target: { session: watched() },
    kind,
    reason: '',
    ...(minutes === undefined ? {} : { minutes }),
  });

describe('a chat that ended', () => {
  it('L2.1 leads to the profile after Stop, with its cost', async () => {
    const session = watched();
    leaveChat();
    const departure = $departure.get();
    expect(departure).toMatchObject({ reason: 'left', performer: vera.username });
    expect(await departure?.receipt).toMatchObject({ session, reason: 'left', total: 0 });
  });

  it('L4.29 L4.31 leads to the profile when the server closed it', async () => {
    await endChatSession(server.deps, watched(), 'chat-closed');
    const left = { reason: 'chat-closed', performer: vera.username };
    await eventually(() => expect($departure.get()).toMatchObject(left));
  });

  it('L4.29 waits for the connection on this page when the server noticed its loss first', async () => {
    await endChatSession(server.deps, watched(), 'ping-auth-expired');
    await eventually(() => expect($chat.get()).toMatchObject({ reason: 'ping-auth-expired' }));
    expect($rejoins.get()).toBe('free');
    expect($departure.get()).toBeNull();
  });

  it('L4.29 leads to the profile when the login has expired', async () => {
    page.as();
    await eventually(() => expect($departure.get()?.reason).toBe('ping-unauthorized'));
    expect($chat.get()).toMatchObject({ status: 'ended', reason: 'ping-unauthorized' });
  }, 12_000);

  it.each(['paused', 'duplicate_session', 'default'] as const)(
    'L4.29 shows its end card: %s',
    async (reason) => {
      await endChatSession(server.deps, watched(), reason);
      await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason }));
      expect($departure.get()).toBeNull();
    },
  );

  it('L4.39 shows its end card when the performer closes her room', async () => {
    await closeRoom(server.deps, vera.caller);
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'room-closed' }));
    expect($departure.get()).toBeNull();
  });

  it.each(['kick', 'block'] as const)('L3.7 L4.32 is not joined again after a %s', async (kind) => {
    await sanction(kind);
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'kicked' }));
    await joinChat(vera.username);
    expect($chat.get()).toMatchObject({ status: 'ended', reason: 'kicked' });
  });

  it.each(['kick', 'block'] as const)('shows a later %s on its card', async (kind) => {
    const session = watched();
    await endChatSession(server.deps, session, 'paused');
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
    const stop = watchForSentOut(vera.username);
    await sanctionViewer(server.deps, vera.caller, { target: { session }, kind, reason: '' });
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'kicked' }));
    stop();
  });

  it('shows a block on its card that came before the page listened', async () => {
    const session = watched();
    await endChatSession(server.deps, session, 'paused');
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
    await sanctionViewer(server.deps, vera.caller, { target: { session }, kind: 'block', reason: '' });
    const stop = watchForSentOut(vera.username);
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'kicked' }));
    stop();
  });

  it('keeps its card when the viewer may join', async () => {
    await endChatSession(server.deps, watched(), 'paused');
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    const stop = watchForSentOut(vera.username);
    server.deps.push.toMember(anna.id, 'chat-welcome', { room: vera.id });
    await eventually(() => expect(fetchSpy).toHaveBeenCalledOnce());
    await fetchSpy.mock.results[0]?.value;
    expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' });
    stop();
  });

  it('asks once at first whether the viewer may join', async () => {
    await endChatSession(server.deps, watched(), 'paused');
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
    const fetchSpy = vi.spyOn(globalThis, 'fetch');
    const stop = followWelcome(vera.username);
    const welcomes = () =>
      fetchSpy.mock.calls.filter(([input]) =>
        String(input instanceof Request ? input.url : input).includes(pathOf(readWelcome)),
      );
    await eventually(() => expect(welcomes()).not.toEqual([]));
    await Promise.all(fetchSpy.mock.results.map(({ value }) => value));
    expect(welcomes()).toHaveLength(1);
    stop();
  });

  it.each([
    ['kick', 10],
    ['block', null],
  ] as const)(
    'shows how long a %s keeps the viewer out, and when it has been undone',
    async (kind, minutes) => {
      const { id } = await sanction(kind);
      await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'kicked' }));
      const stop = followWelcome(vera.username, 20);
      await eventually(() => expect($openAgain.get()).not.toBeUndefined());
      if (minutes === null) expect($openAgain.get()).toBeNull();
      else expect((($openAgain.get() ?? 0) - Date.now()) / 60_000).toBeCloseTo(minutes, 1);
      await liftSanction(server.deps, vera.caller, { sanction: id });
      await eventually(() => expect($isWelcome.get()).toBe(true));
      stop();
      expect($isWelcome.get()).toBe(false);
      await joinChat(vera.username);
      expect($chat.get()).toMatchObject({ status: 'watching' });
    },
  );
});

describe('the profile', () => {
  it.each([
    ['/stream/Vera', '', '/profile/Vera?action=left'],
    ['/en/stream/Vera%20B', '?p=7&action=login', '/en/profile/Vera%20B?p=7&action=left'],
  ])('L2.1 of %s%s is at %s', (pathname, search, url) => {
    expect(profileUrl({ pathname, search })).toBe(url);
  });
});

describe('a viewer', () => {
  it('sees how long a mute lasts, and when it is undone', async () => {
    const { id } = await sanction('mute', 2);
    await eventually(() => expect($wait.get()).toMatchObject({ why: 'muted' }));
    const left = $wait.get()?.seconds ?? 0;
    expect(left).toBeGreaterThan(110);
    expect(left).toBeLessThanOrEqual(120);
    await sendMessage('Hello');
    expect($outgoing.get()).toMatchObject([{ delivery: 'failed', label: 'badRequest.chat.muted' }]);
    await liftSanction(server.deps, vera.caller, { sanction: id });
    await eventually(() => expect($wait.get()).toBeNull());
  });

  it('sees a permanent mute, also after joining again', async () => {
    await sanction('mute', null);
    await eventually(() => expect($wait.get()).toEqual({ why: 'muted', seconds: null }));
    leaveChat();
    await joinChat(vera.username);
    expect($wait.get()).toEqual({ why: 'muted', seconds: null });
  });

  it('waits after each message in slow mode, with a message', async () => {
    await setSlowMode(server.deps, vera.caller, { seconds: 30 });
    await eventually(() => expect($notices.get().map(({ key }) => key)).toEqual(['chat.wait.slowOn']));
    expect($wait.get()).toBeNull();
    await sendMessage('Hello');
    expect($wait.get()).toMatchObject({ why: 'slow' });
    await setSlowMode(server.deps, vera.caller, { seconds: null });
    await eventually(() => expect($wait.get()).toBeNull());
  });

  it('sees that a part of a message is masked', async () => {
    expect(await sendMessage('call 0612345678')).toBe(true);
    expect($messages.get().at(-1)?.message).toBe('call •••');
    expect(await sendMessage('hello')).toBe(false);
  });
});

it('L8.6 logs a failed message for the operator', async () => {
  const events: unknown[] = [];
  vi.spyOn(server.deps.events, 'record').mockImplementation((name, fields) => events.push([name, fields]));
  await sanction('mute', null);
  await sendMessage('Hello');
  await eventually(() =>
    expect(events).toContainEqual(['chat.player-error', { error: 'message badRequest.chat.muted' }]),
  );
});

it('L8.4 logs a failed leave for the operator', async () => {
  const events: unknown[] = [];
  vi.spyOn(server.deps.events, 'record').mockImplementation((name, fields) => events.push([name, fields]));
  const chat = $chat.get();
  if (chat.status === 'watching') $chat.set({ ...chat, auth: 'forged' });
  leaveChat();
  await eventually(() =>
    expect(events).toContainEqual(['chat.player-error', { error: 'leave badRequest.invalid.auth' }]),
  );
});

it('L4.24 does not retry a refused join by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  leaveChat();
  const { id: user, username } = vera;
  const stop = openStream({ user, username, onlineStatus: onlineStatus.free, isMember: true });
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await joinChat(vera.username);
  expect($chat.get()).toMatchObject({ status: 'failed', label: 'badRequest.performer.paused' });
  await changeStatus(server.deps, vera.id, onlineStatus.free);
  await eventually(() => expect($offer.get()).toBe('free'));
  vi.advanceTimersByTime(REJOIN_EVERY_MS);
  expect($chat.get().status).toBe('failed');
  stop();
});
