import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { eventually, openAnnasPage, servePlayableApp, type TestPage } from '../testing/page.ts';
import { $goesPaid, declinePaid } from './free-time.ts';
import { $offer, openStream } from './offer.ts';
import { $rejoins, REJOIN_EVERY_MS } from './session/rejoin.ts';
import { createChat } from './session/session.ts';
import { attachVideo, autoplay } from './session/start-stream.ts';
import { $chat, openChat } from './store.ts';

const chat = createChat();
const { joinChat } = chat;
const server = servePlayableApp();
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;
let stops: (() => void)[];

/** Anna watches Vera for free, as the stream page has it. */
beforeEach(async () => {
  $chat.set({ status: 'idle' });
  ({ page, anna, vera } = await openAnnasPage(server, { credits: 500, status: onlineStatus.free }));
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
  vi.useRealTimers();
  chat.close();
  for (const stop of stops) stop();
});

const goes = (status: 'free' | 'online' | 'offline') =>
  changeStatus(server.deps, vera.id, onlineStatus[status]);

it('offers paid chat to a viewer of free chat, who pays nothing before agreeing', async () => {
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

it('ends if the viewer declines, and resumes by itself when the chat is free again', async () => {
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

it('also offers it when the end of free chat arrives before the new status', async () => {
  vi.spyOn(server.deps.push, 'toEveryone').mockImplementation(() => {});
  await goes('online');
  // The page still assumes free chat, and would rejoin by itself.
  await eventually(() => expect($goesPaid.get()).toBe('paid'));
  expect($offer.get()).toBe('paid');
  expect(await anna.credits()).toBe(500);
});

it('does not enter paid chat when rejoining after an outage', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await endChatSession(server.deps, openChat().session, 'service-ended');
  vi.spyOn(server.deps.push, 'toChatSession').mockImplementation(() => {});
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'service-ended' }));
  await goes('online');
  await eventually(() => expect($goesPaid.get()).toBe('paid'));
  vi.advanceTimersByTime(REJOIN_EVERY_MS);
  expect($rejoins.get()).toBe('free');
  expect($chat.get().status).toBe('ended');
});
