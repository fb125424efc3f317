import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { messengerOf, type TestMessenger } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { $session } from '../member/account/store.ts';
import { eventually, openPage } from '../testing/page.ts';
import { openStorage } from '../testing/storage.ts';
import { $inbox } from './inbox/inbox.ts';
import { $current, leaveConversation, leaveDeleted, openMessenger, showConversation } from './messenger.ts';

let server: TestServer;
let chat: TestMessenger;
let anna: TestMember;
let vera: TestPerformer;
let leave: () => void;

beforeAll(async () => {
  server = await startTestServer();
  chat = messengerOf(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  const page = openPage(server);
  openStorage();
  const fields = { username: 'anna', capName: 'Anna', lander: '', endUserText: '', verified: true };
  $session.set({ status: 'member', email: 'anna@example.com', ...fields });
  anna = await aMember(server, 6000);
  vera = await aPerformer(server);
  page.as(anna);
});
afterEach(() => {
  leave();
  $session.set({ status: 'guest' });
});

/** The messenger, with a conversation with Vera in its list. */
async function opened() {
  const { message } = await chat.write(anna, vera, 'Dag');
  leave = openMessenger(null, null);
  await eventually(() => expect($inbox.get()?.status).toBe('ready'));
  const [conversation] = $inbox.get()?.conversations ?? [];
  if (!conversation) throw new Error('the list is empty');
  expect(conversation.id).toBe(message.conversation);
  return conversation;
}

it('shows one conversation at a time, and none once it was left', async () => {
  const conversation = await opened();
  showConversation(conversation);
  const first = $current.get();
  expect(first?.performer).toBe(vera.id);
  showConversation(conversation);
  expect($current.get()).toBe(first);
  const nina = await aPerformer(server);
  showConversation({ id: null, other: { ...conversation.other, userid: nina.id } });
  expect($current.get()?.performer).toBe(nina.id);
  leaveConversation();
  expect($current.get()).toBeNull();
});

it('leaves a conversation that was deleted, and no other one', async () => {
  const conversation = await opened();
  showConversation(conversation);
  leaveDeleted(conversation.id + 1);
  expect($current.get()).not.toBeNull();
  leaveDeleted(conversation.id);
  expect($current.get()).toBeNull();
});

it('forgets its state when its layout is left', async () => {
  showConversation(await opened());
  leave();
  expect([$inbox.get(), $current.get()]).toEqual([null, null]);
});
