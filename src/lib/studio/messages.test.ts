import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { studioLogOut } from '#contract/studio/account/account-calls.ts';
import { listStudioConversations } from '#contract/studio/inbox-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { createSocket } from '../api/socket/socket.ts';
import { $inbox, setConversationState } from '../messaging/inbox/inbox.ts';
import { refusalText } from '../messaging/labels/labels.ts';
import { $current, showConversation } from '../messaging/messenger.ts';
import { sendAgain, sendPrivateMessage } from '../messaging/sending/send.ts';
import { $unsent, draftFor, keepDraft } from '../messaging/sending/unsent.ts';
import { forgetStudioMessages } from '../shell/late/studio-kept.ts';
import { $unread } from '../shell/unread.ts';
import { eventually, openPage } from '../testing/page.ts';
import { openStorage } from '../testing/storage.ts';
import { followUnread } from './follow-unread.ts';
import { openStudioMessages } from './messages.ts';

const server = serveTestApp();
const chat = messengerOf(server);
let anna: TestMember;
let vera: TestPerformer;
let storage: ReturnType<typeof openStorage>;
const onSessionEnded = vi.fn();
let leave = () => {};

beforeEach(async () => {
  const page = openPage(server);
  storage = openStorage();
  [anna, vera] = [await aMember(server, 6000), await aPerformer(server)];
  // The browser is also a member's.
  page.as(await aMember(server));
  page.cookies.set('vonk_studio', vera.token);
});
afterEach(() => leave());

const texts = () =>
  $current
    .get()
    ?.$state.get()
    .thread.messages.map(({ content }) => content);
const current = () => {
  const conversation = $current.get();
  if (!conversation) throw new Error('No conversation is open');
  return conversation;
};

/** Opens the messenger with a member's message, and shows it. */
async function open(): Promise<number> {
  const { message } = await chat.write(anna, vera, 'Dag Vera');
  const { username } = vera;
  leave = openStudioMessages({ username, list: null, conversation: null, onSessionEnded });
  await eventually(() => expect($inbox.get()?.conversations).toHaveLength(1));
  expect($inbox.get()?.conversations[0]?.other.userid).toEqual(anna.id);
  expect($unread.get()).toBe(1);
  const [known] = $inbox.get()?.conversations ?? [];
  if (known) showConversation(known);
  await eventually(() => expect(texts()).toEqual(['Dag Vera']));
  return message.conversation;
}

it('reads and answers a member’s message, and both sides see it at once', async () => {
  const id = await open();
  current().see(true);
  await eventually(() => expect($unread.get()).toBe(0));
  expect((await chat.history(anna, id)).theirs.read).toBe(1);
  expect(await sendPrivateMessage(current(), 'Dag Anna')).toEqual({ outcome: 'sent' });
  const mine = (await chat.history(anna, id)).messages.at(-1);
  expect(mine).toMatchObject({ content: 'Dag Anna', owner: 'other' });
  await chat.read(anna, mine?.id ?? 0);
  await eventually(() => expect(current().$state.get().thread.theirs.read).toBe(2));
  await chat.write(anna, vera, 'Tot morgen');
  await eventually(() => expect(texts()).toEqual(['Dag Vera', 'Dag Anna', 'Tot morgen']));
});

it('says why a message was not sent, in words about members, and keeps the text', async () => {
  const id = await open();
  await chat.state(anna, id, 'block');
  const refused = await sendPrivateMessage(current(), 'Ben je er?');
  expect(refused).toEqual({ outcome: 'refused', label: 'badRequest.conversation.blocked' });
  expect(refusalText('badRequest.conversation.blocked', 'performer')).toBe('studio.messages.refused.blocked');
  expect(await setConversationState(id, 'block')).toBeNull();
  expect((await sendPrivateMessage(current(), 'Hallo?')).outcome).toBe('refused');
});

it('keeps unsent messages and drafts in this tab only, until a retry or a logout', async () => {
  await open();
  const reach = globalThis.fetch;
  globalThis.fetch = async () => {
    throw new TypeError('offline');
  };
  expect(await sendPrivateMessage(current(), 'Een')).toEqual({ outcome: 'kept' });
  keepDraft(anna.id, 'Twee');
  globalThis.fetch = reach;
  expect(Object.keys(storage.local)).toEqual([]);
  expect(Object.keys(storage.session).sort()).toEqual([
    expect.stringMatching(/^studio:drafts:\w+$/),
    expect.stringMatching(/^studio:unsent:\w+$/),
  ]);
  await sendAgain($unsent.get()[0]?.clientId ?? '');
  await eventually(() => expect(texts()).toEqual(['Dag Vera', 'Een']));
  expect($unsent.get()).toEqual([]);
  expect(draftFor(anna.id)).toBe('Twee');
  forgetStudioMessages();
  expect(Object.keys(storage.session)).toEqual([]);
});

it('reports the end of the session', async () => {
  await open();
  await callApp(server, studioLogOut, {}, bearer(vera.token));
  await eventually(() => expect(onSessionEnded).toHaveBeenCalledOnce());
});

it('follows the number of unread messages on the studio’s other pages', async () => {
  const socket = createSocket({ studio: true });
  const stop = followUnread(socket);
  leave = () => {
    stop();
    socket.closeConnection();
  };
  $unread.set(0);
  await eventually(() => socket.requestOverSocket(listStudioConversations, {}));
  const { message } = await chat.write(anna, vera, 'Dag');
  await eventually(() => expect($unread.get()).toBe(1));
  await chat.studioRead(vera, message.id);
  await eventually(() => expect($unread.get()).toBe(0));
});
