import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { countViewers } from '#server/chat/session/viewers.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { $modal, closeModal } from '../shell/start/dialogs.ts';
import { $session } from '../shell/start/session.ts';
import { eventually, nanoTarget, openPage, type TestPage } from '../testing/page.ts';
import { logInAnna } from '../testing/visitor.ts';
import { $secondsLeft } from './free-time.ts';
import { $offer, openStream } from './offer.ts';
import { createChat } from './session/session.ts';
import { attachVideo, autoplay } from './session/start-stream.ts';
import { $chat } from './store.ts';

const chat = createChat();
const { leaveChat } = chat;
const server = serveTestApp({
  environment: { GUEST_FREE_SECONDS: '1' },
  change: ({ media }) => ({ media: { ...media, playTarget: nanoTarget } }),
});
let page: TestPage;
let vera: TestPerformer;
let stops: (() => void)[] = [];

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $session.set({ status: 'guest' });
  closeModal();
  page = openPage(server);
  vera = await aPerformer(server, onlineStatus.free);
  page.as();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  chat.close();
});

/** Opens the stream page as a guest. */
function openPageOf(
  performer: TestPerformer,
  status: (typeof onlineStatus)[keyof typeof onlineStatus],
): void {
  const stream = { user: performer.id, username: performer.username, onlineStatus: status, isMember: false };
  stops = [openStream(stream), attachVideo({} as HTMLVideoElement, chat), autoplay(chat)];
}

const isWatching = (as: 'guest' | 'member') =>
  eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', as }));

/** The sessions with this performer, as stored on the server. */
const statesOf = async ({ id }: TestPerformer) =>
  (await server.deps.db.select().from(chatSessions).where(eq(chatSessions.performerId, id))).map(
    ({ state }) => state,
  );

const logIn = () => logInAnna({ email: '' });

it('P6.3 L1.2 L3.14 L4.26 plays free chat at once for the time left, then asks to register', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  expect($secondsLeft.get()).toBe(1);
  page.player().show();
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'guest_expired' }));
  expect($modal.get()).toEqual({ type: 'Register' });
});

it('asks at once the next time, and does not join', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  page.player().show();
  await eventually(async () => expect(await statesOf(vera)).toEqual(['watching']));
  server.clock.advance(1000);
  await eventually(() => expect($chat.get().status).toBe('ended'));
  await eventually(async () => expect(await countViewers(server.deps, vera.id)).toBe(0));
  const states: string[] = [];
  const stop = $chat.listen(({ status }) => states.push(status));
  $chat.set({ status: 'idle' });
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'guest_expired' }));
  stop();
  expect(states).not.toContain('watching');
});

it('continues as a member after logging in, in the same chat', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  page.as(await aMember(server));
  logIn();
  await isWatching('member');
  expect($secondsLeft.get()).toBeNull();
});

it('plays again after registering when the time was over', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  page.player().show();
  await eventually(() => expect($chat.get().status).toBe('ended'));
  page.as(await aMember(server));
  logIn();
  await isWatching('member');
});

it('L3.13 offers an account for paid chat, and does not join', async () => {
  await changeStatus(server.deps, vera.id, onlineStatus.online);
  openPageOf(vera, onlineStatus.online);
  expect($offer.get()).toBe('register');
  expect($chat.get().status).toBe('idle');
});

it('plays when the performer returns, and stops when she pauses', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
  await eventually(() => expect($offer.get()).toBe('paused'));
  await changeStatus(server.deps, vera.id, onlineStatus.free);
  await isWatching('guest');
});

it('shows why it ended also if a keep-alive was refused before the push arrived', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  const { push } = server.deps;
  const { toChatSession, leaveRoom } = push;
  const pushes: (() => void)[] = [];
  vi.spyOn(push, 'toChatSession').mockImplementation(
    (...line: Parameters<typeof toChatSession>) => void pushes.push(() => toChatSession(...line)),
  );
  vi.spyOn(push, 'leaveRoom').mockImplementation((...line) => void pushes.push(() => leaveRoom(...line)));
  const requests = vi.spyOn(globalThis, 'fetch');
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect(requests.mock.calls.map(([url]) => String(url)).join()).toContain('receipt'));
  for (const send of pushes) send();
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
});

it('does not rejoin after stopping', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  leaveChat();
  await changeStatus(server.deps, vera.id, onlineStatus.online);
  await eventually(() => expect($offer.get()).toBe('register'));
  await changeStatus(server.deps, vera.id, onlineStatus.free);
  await eventually(() => expect($offer.get()).toBe('free'));
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
});

it('L4.58 updates what the page did not know when it was rendered', async () => {
  await changeStatus(server.deps, vera.id, onlineStatus.offline);
  openPageOf(vera, onlineStatus.free);
  await eventually(() => expect($offer.get()).toBe('offline'));
});
