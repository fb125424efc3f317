import { afterEach, beforeEach, expect, it } from 'vitest';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { requestOverSocket } from '../api/socket/socket.ts';
import { $session } from '../shell/start/session.ts';
import { eventually, openPage } from '../testing/page.ts';
import { openStorage } from '../testing/storage.ts';
import { $inbox, setConversationState } from './inbox/inbox.ts';
import { $current, leaveDeleted, openMessenger, showConversation } from './messenger.ts';
import { openConversations } from './opened/open-conversations.ts';

const server = serveTestApp();
const chat = messengerOf(server);
let anna: TestMember;
let leave = () => {};

beforeEach(async () => {
  const page = openPage(server);
  openStorage();
  anna = await aMember(server, 6000);
  page.as(anna);
});
afterEach(() => {
  leave();
  $session.set({ status: 'guest' });
});

/** Opens the messenger with two conversations and shows the second one. */
async function open(): Promise<readonly [number, number]> {
  const [vera, nina] = [await aPerformer(server), await aPerformer(server)];
  const first = (await chat.write(anna, vera, 'Dag')).message.conversation;
  server.clock.advance(1000);
  const second = (await chat.write(anna, nina, 'Dag')).message.conversation;
  leave = openMessenger(await chat.list(anna), null);
  const known = $inbox.get()?.conversations.find(({ id }) => id === second);
  if (!known) throw new Error('No conversation');
  showConversation(known);
  await eventually(() => expect($current.get()?.$state.get().status).toBe('ready'));
  return [first, second];
}

it('P4.33 returns to the list when the shown conversation is deleted, not another one', async () => {
  const [first, second] = await open();
  expect(await setConversationState(first, 'delete')).toBeNull();
  leaveDeleted(first);
  expect($current.get()?.$state.get().id).toBe(second);
  expect(await setConversationState(second, 'delete')).toBeNull();
  leaveDeleted(second);
  expect($current.get()).toBeNull();
  expect($inbox.get()?.conversations).toEqual([]);
});

it('P4.33 returns to the list when another page deletes the shown conversation', async () => {
  const [first, second] = await open();
  await eventually(() => requestOverSocket(listConversations, {}));
  await chat.state(anna, first, 'delete');
  await eventually(() => expect($inbox.get()?.conversations.map(({ id }) => id)).toEqual([second]));
  expect($current.get()?.$state.get().id).toBe(second);
  await chat.state(anna, second, 'delete');
  await eventually(() => expect($current.get()).toBeNull());
});

it('P4.34 closes everything when it is left', async () => {
  await open();
  leave();
  expect($current.get()).toBeNull();
  expect($inbox.get()).toBeNull();
  expect(openConversations()).toEqual([]);
});
