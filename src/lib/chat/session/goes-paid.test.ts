import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { eventually, nanoTarget, openPage, type TestPage } from '../../testing/page.ts';
import { attachVideo } from './attach-video.ts';
import { autoplay } from './autoplay.ts';
import { $goesPaid, declinePaid } from './goes-paid.ts';
import { $offer, openStream } from './offer.ts';
import { createChat } from './session.ts';
import { $chat, openChat } from './store.ts';

const chat = createChat();
const { joinChat } = chat;
let server: TestServer;
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;
let stops: (() => void)[];

beforeAll(async () => {
  server = await startTestServer({
    change: ({ media }) => ({ media: { ...media, playTarget: nanoTarget } }),
  });
});
afterAll(() => server.close());

/** Anna watches Vera for free, as the stream page has it. */
beforeEach(async () => {
  $chat.set({ status: 'idle' });
  page = openPage(server);
  anna = await aMember(server, 500);
  vera = await aPerformer(server, onlineStatus.free);
  page.as(anna);
  const { id: user, username } = vera;
  stops = [
    attachVideo({} as HTMLVideoElement, chat),
    openStream({ user, username, onlineStatus: onlineStatus.free, isMember: true }),
    autoplay(chat),
  ];
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', type: 'free' }));
  page.player().show();
});
afterEach(() => {
  chat.close();
  for (const stop of stops) stop();
});

const goes = (status: 'free' | 'online' | 'offline') =>
  changeStatus(server.deps, vera.id, onlineStatus[status]);

it('is told to who watched for free, who pays nothing until they agree', async () => {
  const stop = $goesPaid.listen(() => {});
  await goes('online');
  await eventually(() => expect($goesPaid.get()).toBe('paid'));
  expect($chat.get().status).toBe('ended');
  expect(await anna.credits()).toBe(500);
  await joinChat(vera.username, 'chat');
  expect($chat.get()).toMatchObject({ status: 'watching', type: 'chat' });
  expect($goesPaid.get()).toBeNull();
  stop();
});

it('is over for who declines, and goes on by itself when the chat is free again', async () => {
  await goes('online');
  await eventually(() => expect($goesPaid.get()).toBe('paid'));
  await goes('free');
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', type: 'free' }));
  await goes('online');
  await eventually(() => expect($goesPaid.get()).toBe('paid'));
  declinePaid();
  expect($goesPaid.get()).toBeNull();
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
});

it('is told too where the end of the free chat is heard of before the new status', async () => {
  vi.spyOn(server.deps.push, 'toEveryone').mockImplementation(() => {});
  await goes('online');
  // The page still believes it is free, and would join again by itself.
  await eventually(() => expect($goesPaid.get()).toBe('paid'));
  expect($offer.get()).toBe('paid');
  expect(await anna.credits()).toBe(500);
});

it('is not entered by coming back from an outage', async () => {
  await endChatSession(server.deps, openChat().session, 'service-ended');
  vi.spyOn(server.deps.push, 'toChatSession').mockImplementation(() => {});
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'service-ended' }));
  await goes('online');
  await eventually(() => expect($goesPaid.get()).toBe('paid'));
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect($chat.get().status).toBe('ended');
});
