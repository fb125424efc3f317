import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { callKey } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { changeUsername } from '#contract/member/settings-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sayInRoom } from '#server/studio/say-in-room.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { nextPush, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { call } from '../../api/call.ts';
import { $session } from '../../member/account/store.ts';
import { $modal } from '../../shell/modal.ts';
import { eventually, nanoTarget, openPage, type TestPage } from '../../testing/page.ts';
import { createChat } from '../session/session.ts';
import { $chat } from '../session/store.ts';
import {
  $messages,
  $outgoing,
  $unread,
  openRoom,
  receiveMessage,
  sendMessage,
  sendMessageAgain,
} from './messages.ts';
import { openTab, toggleInterface } from './tabs.ts';

const chat = createChat();
const { joinChat } = chat;
let server: TestServer;
let page: TestPage;
let vera: TestPerformer;

beforeAll(async () => {
  server = await startTestServer({
    change: ({ media }) => ({ media: { ...media, playTarget: nanoTarget } }),
  });
});
afterAll(() => server.close());

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  openTab('chat');
  page = openPage(server);
  page.as(await aMember(server));
  vera = await aPerformer(server, onlineStatus.free);
});
afterEach(chat.close);

const noMember = {
  status: 'member',
  username: '',
  capName: '',
  email: 'lid@example.com',
  lander: '',
  endUserText: '',
  verified: true,
} as const;
const texts = () => $messages.get().map(({ message }) => message);
const hostSays = (message: string) =>
  sayInRoom(server.deps, vera.caller, {
    ...{ message, clientId: server.deps.newId(), messageType: 'host' },
  });

it('carries words both ways', async () => {
  const studio = server.connect({ token: vera.token });
  await joinChat(vera.username);
  await hostSays('Welcome');
  await eventually(() => expect(texts()).toEqual(['Welcome']));
  const heard = nextPush(studio, 'chat-message');
  await sendMessage('Hello Vera');
  await expect(heard).resolves.toMatchObject({ message: { message: 'Hello Vera', messageType: 'member' } });
  expect(texts()).toEqual(['Welcome', 'Hello Vera']);
});

it('speaks under the username that was chosen since the join', async () => {
  await joinChat(vera.username);
  const username = `Nieuw${vera.id}`;
  await call(changeUsername, { username });
  $session.set({ ...noMember, username });
  await sendMessage('Dag');
  expect($messages.get().map(({ sender, message }) => [sender, message])).toEqual([[username, 'Dag']]);
  expect($chat.get()).toMatchObject({ sender: username });
  $session.set({ status: 'guest' });
});

it('shows a line at once, and as said when the room has it', async () => {
  await joinChat(vera.username);
  const saying = sendMessage('Hello');
  expect($outgoing.get()).toMatchObject([{ message: 'Hello', delivery: 'sent' }]);
  await saying;
  expect($outgoing.get()).toEqual([]);
  expect(texts()).toEqual(['Hello']);
});

it('sends nothing empty and nothing too long', async () => {
  await joinChat(vera.username);
  await sendMessage('   ');
  await sendMessage('x'.repeat(251));
  expect([$outgoing.get(), texts()]).toEqual([[], []]);
});

it('shows that the credits do not carry a message, which is kept', async () => {
  await joinChat(vera.username);
  const tooLow = new AppError('badRequest.deduct.credits.amount');
  const refused = vi.spyOn(server.deps.limits, 'take').mockRejectedValue(tooLow);
  await sendMessage('Hello');
  refused.mockRestore();
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
  expect($outgoing.get()).toMatchObject([{ message: 'Hello', delivery: 'failed' }]);
});

it('keeps a line that did not go, and stands once however often it is sent again', async () => {
  await joinChat(vera.username);
  const say429 = vi.spyOn(server.deps.limits, 'take').mockRejectedValue(new Error('the server stumbles'));
  await sendMessage('Hello');
  say429.mockRestore();
  expect($outgoing.get()).toMatchObject([{ message: 'Hello', delivery: 'failed' }]);
  const clientId = $outgoing.get()[0]?.clientId ?? '';
  await sendMessageAgain(clientId);
  await sendMessageAgain(clientId);
  expect($outgoing.get()).toEqual([]);
  expect($messages.get()).toMatchObject([{ message: 'Hello', clientId }]);
});

it('is no duplicate when the answer was lost and the line is sent over the other way', async () => {
  await joinChat(vera.username);
  let cut = false;
  server.seam.answered = (key) => {
    // The line is written; its answer never leaves the server.
    if (cut || key !== callKey(chatAction)) return;
    cut = true;
    server.cutLines();
  };
  await sendMessage('Hello');
  expect(cut).toBe(true);
  expect(texts()).toEqual(['Hello']);
  expect($outgoing.get()).toEqual([]);
});

it('fetches what was said while the line was down', async () => {
  await joinChat(vera.username);
  await hostSays('one');
  await eventually(() => expect(texts()).toEqual(['one']));
  server.cutLines();
  await hostSays('two');
  await hostSays('three');
  await eventually(() => expect(texts()).toEqual(['one', 'two', 'three']));
  await eventually(() => expect($chat.get()).toMatchObject({ contact: 'up' }));
});

it('fetches a line that is missing before one that came', async () => {
  await hostSays('one');
  await joinChat(vera.username);
  const { message: two } = await pushedNowhere('two');
  expect(two.seq).toBe(2);
  await hostSays('three');
  await eventually(() => expect(texts()).toEqual(['one', 'two', 'three']));
});

/** Said in the room, but the push is lost. */
async function pushedNowhere(message: string) {
  const { push } = server.deps;
  server.deps.push = { ...push, toRoom() {} };
  const said = await hostSays(message);
  server.deps.push = push;
  return said;
}

const line = (seq: number, changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id: `${seq}`,
  seq,
  clientId: null,
  messageType: 'host',
  sender: 'Vera',
  message: `line ${seq}`,
  amount: null,
  sentAt: '2026-11-20T12:00:00.000Z',
  ...changes,
});

it('keeps the order of the room and each line once, in whatever order they come', () => {
  openRoom([line(1)]);
  for (const seq of [3, 2, 3, 1, 4]) receiveMessage(line(seq));
  expect($messages.get().map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

it('lets nobody else confirm an own line with its client id', async () => {
  await joinChat(vera.username);
  $outgoing.set([{ clientId: 'mine', message: 'Hello', delivery: 'sent' }]);
  receiveMessage(line(1, { messageType: 'member', sender: 'somebody', clientId: 'mine' }));
  expect($outgoing.get()).toHaveLength(1);
});

it('counts what came while another tab or the bare picture was shown', () => {
  openRoom([]);
  receiveMessage(line(1));
  expect($unread.get()).toBe(0);
  openTab('tips');
  receiveMessage(line(2));
  openTab('chat');
  expect($unread.get()).toBe(0);
  toggleInterface();
  receiveMessage(line(3));
  receiveMessage(line(4));
  expect($unread.get()).toBe(2);
  toggleInterface();
  expect($unread.get()).toBe(0);
});

it('asks a guest who wants to speak for an account', async () => {
  page.as();
  await joinChat(vera.username);
  await sendMessage('Hello');
  expect($modal.get()).toEqual({ type: 'Register' });
});
