import type { Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { messengerOf, type TestMessenger } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { requestOverSocket } from '../../api/socket.ts';
import { $session } from '../../member/account/store.ts';
import { eventually, openPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { followMessages } from '../popups/follow-messages.ts';
import { $inbox } from './inbox.ts';
import { $unread } from './unread.ts';

let server: TestServer;
let chat: TestMessenger;
let anna: TestMember;
let vera: TestPerformer;
/** No connection can be made; calls go their own way. */
let isShut = false;
let lists = 0;
let leave = () => {};

beforeAll(async () => {
  server = await startTestServer();
  chat = messengerOf(server);
  server.http.on('connection', (line: Socket) => {
    if (isShut) line.destroy();
  });
});
afterAll(() => server.close());

beforeEach(async () => {
  const page = openPage(server);
  openStorage();
  anna = await aMember(server, 6000);
  vera = await aPerformer(server);
  const answered = globalThis.fetch;
  lists = 0;
  vi.stubGlobal('fetch', (...asked: Parameters<typeof fetch>) => {
    const [target] = asked;
    const path = new URL(target instanceof Request ? target.url : target, server.url).pathname;
    if (path === pathOf(listConversations)) lists += 1;
    return answered(...asked);
  });
  $session.set({
    status: 'member',
    username: 'anna',
    capName: 'Anna',
    email: 'anna@example.com',
    lander: '',
    endUserText: '',
    verified: true,
  });
  $unread.set(0);
  page.as(anna);
});
afterEach(() => {
  leave();
  isShut = false;
  $session.set({ status: 'guest' });
});

const ready = () => eventually(() => expect($inbox.get()?.status).toBe('ready'));
/** Answered over the connection: what its beginning sets off has begun. */
const connected = () => eventually(() => requestOverSocket(listConversations, {}));

async function unreadFromVera(): Promise<void> {
  const { message } = await chat.write(anna, vera, 'Dag');
  await chat.answer(vera, message.conversation, 'Hallo');
}

it('asks for the conversations once, when the connection of the page is made', async () => {
  await unreadFromVera();
  leave = followMessages();
  await connected();
  await ready();
  expect([lists, $unread.get()]).toEqual([1, 1]);
});

it('asks for them once where the connection was there before', async () => {
  await connected();
  leave = followMessages();
  await ready();
  await connected();
  expect(lists).toBe(1);
});

it('asks once more after a lost line, and shows what was missed', async () => {
  leave = followMessages();
  await connected();
  await ready();
  isShut = true;
  server.cutLines();
  await unreadFromVera();
  expect($unread.get()).toBe(0);
  isShut = false;
  await eventually(() => expect($unread.get()).toBe(1));
  expect(lists).toBe(2);
});

it('shows them where no connection can be made', async () => {
  isShut = true;
  server.cutLines();
  await unreadFromVera();
  leave = followMessages();
  await ready();
  expect([lists, $unread.get()]).toEqual([1, 1]);
});
