import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { countViewers } from '#server/chat/session/reads.ts';
import { chatSessions } from '#server/chat/session/tables.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { $session } from '../../member/account/store.ts';
import { $modal, closeModal } from '../../shell/modal.ts';
import { eventually, nanoTarget, openPage, type TestPage } from '../../testing/page.ts';
import { attachVideo } from './attach-video.ts';
import { autoplay } from './autoplay.ts';
import { $secondsLeft } from './guest-time.ts';
import { $offer, openStream } from './offer.ts';
import { createChat } from './session.ts';
import { $chat } from './store.ts';

const chat = createChat();
const { leaveChat } = chat;
let server: TestServer;
let page: TestPage;
let vera: TestPerformer;
let stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer({
    environment: { GUEST_FREE_SECONDS: '1' },
    change: ({ media }) => ({ media: { ...media, playTarget: nanoTarget } }),
  });
});
afterAll(() => server.close());

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

/** A guest opens the stream page. */
function openPageOf(
  performer: TestPerformer,
  status: (typeof onlineStatus)[keyof typeof onlineStatus],
): void {
  const stream = { user: performer.id, username: performer.username, onlineStatus: status, isMember: false };
  stops = [openStream(stream), attachVideo({} as HTMLVideoElement, chat), autoplay(chat)];
}

const isWatching = (as: 'guest' | 'member') =>
  eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', as }));

/** The sessions with this performer, as the server sees them. */
const statesOf = async ({ id }: TestPerformer) =>
  (await server.deps.db.select().from(chatSessions).where(eq(chatSessions.performerId, id))).map(
    ({ state }) => state,
  );

function logIn(): void {
  const who = { username: 'anna', capName: 'Anna', email: '', lander: '', endUserText: '', verified: true };
  $session.set({ status: 'member', ...who });
}

it('sees free chat at once, for the time that is left, and is then asked to register', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  expect($secondsLeft.get()).toBe(1);
  page.player().show();
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'guest_expired' }));
  expect($modal.get()).toEqual({ type: 'Register' });
});

it('is told so at once the next time, and joins nothing', async () => {
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

it('goes on as a member after logging in, in the same chat', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  page.as(await aMember(server));
  logIn();
  await isWatching('member');
  expect($secondsLeft.get()).toBeNull();
});

it('watches again after registering when the time was over', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  page.player().show();
  await eventually(() => expect($chat.get().status).toBe('ended'));
  page.as(await aMember(server));
  logIn();
  await isWatching('member');
});

it('is offered an account where chat is paid, and nothing is joined', async () => {
  await changeStatus(server.deps, vera.id, onlineStatus.online);
  openPageOf(vera, onlineStatus.online);
  expect($offer.get()).toBe('register');
  expect($chat.get().status).toBe('idle');
});

it('sees the picture come back when the performer does, and go when she pauses', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
  await eventually(() => expect($offer.get()).toBe('paused'));
  await changeStatus(server.deps, vera.id, onlineStatus.free);
  await isWatching('guest');
});

it('is left in peace after stopping', async () => {
  openPageOf(vera, onlineStatus.free);
  await isWatching('guest');
  leaveChat();
  await changeStatus(server.deps, vera.id, onlineStatus.online);
  await eventually(() => expect($offer.get()).toBe('register'));
  await changeStatus(server.deps, vera.id, onlineStatus.free);
  await eventually(() => expect($offer.get()).toBe('free'));
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
});

it('learns what the page did not know when it was rendered', async () => {
  await changeStatus(server.deps, vera.id, onlineStatus.offline);
  openPageOf(vera, onlineStatus.free);
  await eventually(() => expect($offer.get()).toBe('offline'));
});
