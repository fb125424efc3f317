import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { liftSanction } from '#server/chat/room/sanctions/lift-sanction.ts';
import { sanctionViewer } from '#server/chat/room/sanctions/sanction-viewer.ts';
import { setSlowMode } from '#server/chat/room/set-slow-mode.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { closeRoom } from '#server/studio/close-room.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { eventually, nanoTarget, openPage, type TestPage } from '../../testing/page.ts';
import { $messages, $outgoing, sendMessage } from '../room/messages.ts';
import { $notices } from '../room/notices.ts';
import { $openAgain, followWelcome } from '../room/sent-out.ts';
import { $saidAt, $wait } from '../room/voice.ts';
import { profileUrl } from './go-to-profile.ts';
import { $rejoins } from './rejoin.ts';
import { createChat } from './session.ts';
import { $chat, $departure, $isWelcome } from './store.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
let server: TestServer;
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;

beforeAll(async () => {
  server = await startTestServer({
    change: ({ media }) => ({ media: { ...media, playTarget: nanoTarget } }),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $departure.set(null);
  $saidAt.set(0);
  page = openPage(server);
  anna = await aMember(server, 500);
  vera = await aPerformer(server, onlineStatus.free);
  page.as(anna);
  await joinChat(vera.username);
});
afterEach(() => {
  vi.restoreAllMocks();
  chat.close();
});

function watched(): string {
  const chat = $chat.get();
  if (chat.status !== 'watching') throw new Error(`nothing is watched: ${chat.status}`);
  return chat.session;
}
const sanction = (kind: 'mute' | 'kick' | 'block', minutes?: number | null) =>
  sanctionViewer(server.deps, vera.caller, {
    target: { session: watched() },
    kind,
    reason: '',
    ...(minutes === undefined ? {} : { minutes }),
  });

describe('a chat that is over', () => {
  it('leads to the profile after Stop, with what it cost', async () => {
    const session = watched();
    leaveChat();
    const departure = $departure.get();
    expect(departure).toMatchObject({ reason: 'left', performer: vera.username });
    expect(await departure?.receipt).toMatchObject({ session, reason: 'left', total: 0 });
  });

  it('leads to the profile when the server closed it', async () => {
    await endChatSession(server.deps, watched(), 'chat-closed');
    const left = { reason: 'chat-closed', performer: vera.username };
    await eventually(() => expect($departure.get()).toMatchObject(left));
  });

  it('waits for the line on this page when the server noticed first that it was lost', async () => {
    await endChatSession(server.deps, watched(), 'ping-auth-expired');
    await eventually(() => expect($chat.get()).toMatchObject({ reason: 'ping-auth-expired' }));
    expect($rejoins.get()).toBe('free');
    expect($departure.get()).toBeNull();
  });

  it('leads to the profile when the login has ended', async () => {
    page.as();
    await eventually(() => expect($departure.get()?.reason).toBe('ping-unauthorized'));
    expect($chat.get()).toMatchObject({ status: 'ended', reason: 'ping-unauthorized' });
  }, 12_000);

  it.each(['paused', 'duplicate_session', 'default'] as const)('shows its card: %s', async (reason) => {
    await endChatSession(server.deps, watched(), reason);
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason }));
    expect($departure.get()).toBeNull();
  });

  it('shows its card when the performer closes her room', async () => {
    await closeRoom(server.deps, vera.caller);
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'room-closed' }));
    expect($departure.get()).toBeNull();
  });

  it.each(['kick', 'block'] as const)('is not joined again after a %s', async (kind) => {
    await sanction(kind);
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'kicked' }));
    await joinChat(vera.username);
    expect($chat.get()).toMatchObject({ status: 'ended', reason: 'kicked' });
  });

  it.each([
    ['kick', 10],
    ['block', null],
  ] as const)(
    'knows how long a %s keeps the viewer out, and hears that it is undone',
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
  ])('of %s%s is at %s', (pathname, search, url) => {
    expect(profileUrl({ pathname, search })).toBe(url);
  });
});

describe('a viewer', () => {
  it('is told for how long a mute stands, and when it is undone', async () => {
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

  it('is told of a mute for good, also after joining again', async () => {
    await sanction('mute', null);
    await eventually(() => expect($wait.get()).toEqual({ why: 'muted', seconds: null }));
    leaveChat();
    await joinChat(vera.username);
    expect($wait.get()).toEqual({ why: 'muted', seconds: null });
  });

  it('waits after each message in slow mode, which is said', async () => {
    await setSlowMode(server.deps, vera.caller, { seconds: 30 });
    await eventually(() => expect($notices.get().map(({ key }) => key)).toEqual(['chat.wait.slowOn']));
    expect($wait.get()).toBeNull();
    await sendMessage('Hello');
    expect($wait.get()).toMatchObject({ why: 'slow' });
    await setSlowMode(server.deps, vera.caller, { seconds: null });
    await eventually(() => expect($wait.get()).toBeNull());
  });

  it('learns that a part of a message is not shown', async () => {
    expect(await sendMessage('call 0612345678')).toBe(true);
    expect($messages.get().at(-1)?.message).toBe('call •••');
    expect(await sendMessage('hello')).toBe(false);
  });
});

it('tells the operator’s log of a message that failed', async () => {
  const events: unknown[] = [];
  vi.spyOn(server.deps.events, 'record').mockImplementation((name, fields) => events.push([name, fields]));
  await sanction('mute', null);
  await sendMessage('Hello');
  await eventually(() =>
    expect(events).toContainEqual(['chat.player-error', { error: 'message badRequest.chat.muted' }]),
  );
});

it('tells the operator’s log of a leave that failed', async () => {
  const events: unknown[] = [];
  vi.spyOn(server.deps.events, 'record').mockImplementation((name, fields) => events.push([name, fields]));
  const chat = $chat.get();
  if (chat.status === 'watching') $chat.set({ ...chat, auth: 'forged' });
  leaveChat();
  await eventually(() =>
    expect(events).toContainEqual(['chat.player-error', { error: 'leave badRequest.invalid.auth' }]),
  );
});

it('is not joined again where no auth was given: a refused join waits for the viewer', async () => {
  leaveChat();
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await joinChat(vera.username);
  expect($chat.get()).toMatchObject({ status: 'failed', label: 'badRequest.performer.paused' });
  await changeStatus(server.deps, vera.id, onlineStatus.free);
  // Longer than between two attempts to join again.
  await new Promise((done) => setTimeout(done, 2500));
  expect($chat.get().status).toBe('failed');
});
