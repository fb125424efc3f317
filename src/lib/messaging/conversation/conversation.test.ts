import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as calls from '#contract/messaging/conversation-calls.ts';
import { sayStudioTyping } from '#contract/studio/inbox-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import type { TestMember, TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { nextPush } from '#server/testing/test-server.ts';
import { requestOverSocket } from '../../api/socket/socket.ts';
import { $unread } from '../../shell/unread.ts';
import { eventually, openAnnasPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { listenToMessages } from '../opened/incoming.ts';
import type { OpenConversation } from '../opened/open-conversations.ts';
import { deliveryOf, unreadIn } from '../thread/thread.ts';
import { openConversation } from './conversation.ts';

const server = serveTestApp();
const chat = messengerOf(server);
let anna: TestMember;
let vera: TestPerformer;
const stops: (() => void)[] = [];

beforeEach(async () => {
  ({ anna, vera } = await openAnnasPage(server, { credits: 60_000 }));
  openStorage();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const other = () => ({
  id: `performer:${vera.id}`,
  userid: vera.id,
  username: vera.username,
  avatar: null,
  onlineStatus: null,
});

/** Creates a conversation started by the member with this many replies. */
async function written(answers: number): Promise<number> {
  const { message } = await chat.write(anna, vera, 'Dag');
  for (let count = 1; count <= answers; count += 1)
    await chat.answer(vera, message.conversation, `Antwoord ${count}`);
  return message.conversation;
}

async function open(id: number): Promise<OpenConversation> {
  const conversation = openConversation({ other: other(), id });
  stops.push(conversation.close);
  await eventually(() => expect(conversation.$state.get().status).toBe('ready'));
  return conversation;
}
/** Waits until the connection is the member's: pushes arrive only from then on. */
async function listen(id: number): Promise<void> {
  stops.push(listenToMessages());
  await eventually(() => requestOverSocket(calls.readConversation, { conversationId: id }));
}
const textsOf = ({ $state }: OpenConversation) => $state.get().thread.messages.map(({ content }) => content);

it('opens with all unread messages, and a divider before them that stays', async () => {
  const id = await written(3);
  const conversation = await open(id);
  expect(textsOf(conversation)).toEqual(['Dag', 'Antwoord 1', 'Antwoord 2', 'Antwoord 3']);
  expect(conversation.$state.get()).toMatchObject({ dividerSeq: 2, other: { username: vera.username } });
  conversation.see(true);
  await eventually(() => expect(unreadIn(conversation.$state.get().thread)).toBe(0));
  expect(conversation.$state.get().dividerSeq).toBe(2);
  // The conversation may be read again before the mark is answered.
  await eventually(() => expect($unread.get()).toBe(0));
  expect((await chat.list(anna)).unread).toBe(0);
});

it('P4.27 marks nothing as read while the conversation is not visible', async () => {
  const id = await written(1);
  const conversation = await open(id);
  await listen(id);
  await chat.answer(vera, id, 'Ben je er nog?');
  await eventually(() => expect(textsOf(conversation)).toHaveLength(3));
  expect((await chat.list(anna)).unread).toBe(2);
  conversation.see(true);
  await eventually(async () => expect((await chat.list(anna)).unread).toBe(0));
  await chat.answer(vera, id, 'Mooi');
  await eventually(() => expect(textsOf(conversation)).toHaveLength(4));
  await eventually(async () => expect((await chat.list(anna)).unread).toBe(0));
});

it('loads older pages while new messages arrive', async () => {
  const id = await written(44);
  await chat.read(anna, (await chat.history(anna, id)).messages.at(-1)?.id ?? 0);
  const conversation = await open(id);
  await listen(id);
  expect(textsOf(conversation)).toHaveLength(20);
  await chat.answer(vera, id, 'Nog een');
  await conversation.loadOlder();
  await conversation.loadOlder();
  await eventually(() => expect(textsOf(conversation)).toHaveLength(46));
  expect(conversation.$state.get().thread).toMatchObject({ nextPage: null, complete: 46 });
  await conversation.loadOlder();
  expect(textsOf(conversation)[0]).toBe('Dag');
});

it('reports a failure to load older messages, and retries on request', async () => {
  const id = await written(24);
  await chat.read(anna, (await chat.history(anna, id)).messages.at(-1)?.id ?? 0);
  const conversation = await open(id);
  const reach = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  await conversation.loadOlder();
  expect(conversation.$state.get().older).toBe('failed');
  globalThis.fetch = reach;
  await conversation.loadOlder();
  expect(textsOf(conversation)).toHaveLength(25);
});

it('fetches messages and marks missed during a disconnect', async () => {
  const id = await written(1);
  const conversation = await open(id);
  await listen(id);
  const reach = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  server.cutLines();
  for (const words of ['Een', 'Twee']) await chat.answer(vera, id, words);
  await chat.studioRead(vera, (await chat.history(anna, id)).messages[0]?.id ?? 0);
  globalThis.fetch = reach;
  await eventually(() => expect(textsOf(conversation)).toEqual(['Dag', 'Antwoord 1', 'Een', 'Twee']));
  const { thread } = conversation.$state.get();
  expect(thread.messages.slice(0, 1).map((message) => deliveryOf(thread, message))).toEqual(['read']);
});

it('fetches a skipped number', async () => {
  const id = await written(1);
  const conversation = await open(id);
  await chat.answer(vera, id, 'Verloren');
  const { message } = await chat.write(anna, vera, 'Aangekomen');
  conversation.receive(message);
  await eventually(() =>
    expect(textsOf(conversation)).toEqual(['Dag', 'Antwoord 1', 'Verloren', 'Aangekomen']),
  );
});

it('P4.29 shows the delivery state: sent, delivered, read', async () => {
  const id = await written(0);
  const conversation = await open(id);
  await listen(id);
  const state = () => {
    const { thread } = conversation.$state.get();
    return thread.messages.map((message) => deliveryOf(thread, message));
  };
  expect(state()).toEqual(['sent']);
  await chat.studioList(vera);
  await eventually(() => expect(state()).toEqual(['delivered']));
  await chat.studioRead(vera, conversation.$state.get().thread.messages[0]?.id ?? 0);
  await eventually(() => expect(state()).toEqual(['read']));
});

it('shows that the other side writes, and sends own typing every three seconds at most', async () => {
  const id = await written(0);
  const conversation = await open(id);
  await listen(id);
  await callApp(server, sayStudioTyping, { conversationId: id }, bearer(vera.token));
  await eventually(() => expect(conversation.$state.get().isTyping).toBe(true));
  await chat.answer(vera, id, 'Hier ben ik');
  await eventually(() => expect(conversation.$state.get().isTyping).toBe(false));
  const fetchSpy = vi.spyOn(globalThis, 'fetch');
  const studio = server.connect({ token: vera.token });
  const heard = nextPush(studio, `message-typing-${id}`);
  await eventually(() => expect(studio.connected).toBe(true));
  for (let count = 0; count < 5; count += 1) conversation.type();
  await expect(heard).resolves.toEqual({ conversation: id });
  expect(fetchSpy.mock.calls.filter(([url]) => String(url).includes('typing'))).toHaveLength(1);
});

it('hides the typing state after five seconds', async () => {
  const id = await written(0);
  const conversation = await open(id);
  await listen(id);
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
  stops.push(() => vi.useRealTimers());
  await callApp(server, sayStudioTyping, { conversationId: id }, bearer(vera.token));
  await eventually(() => expect(conversation.$state.get().isTyping).toBe(true));
  vi.advanceTimersByTime(3500);
  expect(conversation.$state.get().isTyping).toBe(true);
  vi.advanceTimersByTime(1500);
  expect(conversation.$state.get().isTyping).toBe(false);
});

it('reports a failure to open, and opens on retry', async () => {
  const id = await written(1);
  const reach = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  const conversation = openConversation({ other: other(), id });
  stops.push(conversation.close);
  await eventually(() => expect(conversation.$state.get().status).toBe('failed'));
  globalThis.fetch = reach;
  await conversation.catchUp();
  expect(textsOf(conversation)).toEqual(['Dag', 'Antwoord 1']);
});
