import type { Socket } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { requestOverSocket } from '../../api/socket/socket.ts';
import { $session } from '../../shell/start/session.ts';
import { $unread } from '../../shell/unread.ts';
import { eventually, openAnnasPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { logInAnna } from '../../testing/visitor.ts';
import { followMessages } from '../popups/popups.ts';
import { $inbox } from './inbox.ts';

const server = serveTestApp();
const chat = messengerOf(server);
let anna: TestMember;
let vera: TestPerformer;
/** Blocks socket connections; calls over HTTP work. */
let isShut = false;
let lists = 0;
let leave = () => {};

beforeAll(async () => {
  server.http.on('connection', (line: Socket) => {
    if (isShut) line.destroy();
  });
});

beforeEach(async () => {
  ({ anna, vera } = await openAnnasPage(server, { credits: 6000 }));
  openStorage();
  const answered = globalThis.fetch;
  lists = 0;
  vi.stubGlobal('fetch', (...request: Parameters<typeof fetch>) => {
    const [target] = request;
    const path = new URL(target instanceof Request ? target.url : target, server.url).pathname;
    if (path === pathOf(listConversations)) lists += 1;
    return answered(...request);
  });
  logInAnna();
  $unread.set(0);
});
afterEach(() => {
  leave();
  isShut = false;
  $session.set({ status: 'guest' });
});

const ready = () => eventually(() => expect($inbox.get()?.status).toBe('ready'));
/** Waits for a response over the connection: the requests it triggers have started then. */
const connected = () => eventually(() => requestOverSocket(listConversations, {}));

async function unreadFromVera(): Promise<void> {
  const { message } = await chat.write(anna, vera, 'Dag');
  await chat.answer(vera, message.conversation, 'Hallo');
}

it('requests the conversations once, when the page connects', async () => {
  await unreadFromVera();
  leave = followMessages();
  await connected();
  await ready();
  expect(lists).toBe(1);
  expect($unread.get()).toBe(1);
});

it('requests them once if the connection already existed', async () => {
  await connected();
  leave = followMessages();
  await ready();
  await connected();
  expect(lists).toBe(1);
});

it('requests them again after a lost connection, and shows what was missed', async () => {
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

it('shows them without a connection', async () => {
  isShut = true;
  server.cutLines();
  await unreadFromVera();
  leave = followMessages();
  await ready();
  expect(lists).toBe(1);
  expect($unread.get()).toBe(1);
});
