import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { messengerOf, type TestMessenger } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { requestOverSocket } from '../../api/socket.ts';
import { $session } from '../../member/account/store.ts';
import { forgetMessages } from '../../shell/kept.ts';
import { eventually, openPage, type TestPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { openConversation } from '../conversation/conversation.ts';
import { $inbox } from '../inbox/inbox.ts';
import { $unread } from '../inbox/unread.ts';
import { sendMessage } from '../sending/send.ts';
import { followMessages } from './follow-messages.ts';
import {
  $asked,
  $popups,
  $unreadIn,
  adoptPopup,
  closePopup,
  expandPopup,
  focusDone,
  holdPopup,
  minimizePopup,
  setRoom,
} from './popups.ts';
import { writeTo } from './write-to.ts';

let server: TestServer;
let page: TestPage;
let chat: TestMessenger;
let anna: TestMember;
let vera: TestPerformer;
let leave = () => {};

beforeAll(async () => {
  server = await startTestServer();
  chat = messengerOf(server);
});
afterAll(() => server.close());

const asMember = (email: string) =>
  $session.set({
    status: 'member',
    username: 'anna',
    capName: 'Anna',
    email,
    lander: '',
    endUserText: '',
    verified: true,
  });

beforeEach(async () => {
  page = openPage(server);
  openStorage();
  asMember('anna@example.com');
  $unread.set(0);
  setRoom({ most: 4, isQuiet: false });
  anna = await aMember(server, 6000);
  vera = await aPerformer(server);
  page.as(anna);
});
afterEach(() => {
  leave();
  $session.set({ status: 'guest' });
});

/** Once the list is there, and pushes are heard. */
async function follow(): Promise<void> {
  leave();
  leave = followMessages();
  await eventually(() => expect($inbox.get()?.status).toBe('ready'));
  await eventually(() => requestOverSocket(listConversations, {}));
}

const withWhom = () => $popups.get().map(({ other }) => other.username);
const unreadIn = ({ id }: TestPerformer) => $unreadIn.get().get(id);
const begin = async (performer: TestPerformer) =>
  (await chat.write(anna, performer, 'Dag')).message.conversation;

it('counts what is unread on every page, and opens nothing by itself', async () => {
  await chat.answer(vera, await begin(vera), 'Hallo');
  await follow();
  expect([$unread.get(), $popups.get()]).toEqual([1, []]);
});

it('leaves the pages of the messenger to themselves', () => {
  vi.stubGlobal('location', new URL('/en/messenger/Vera', server.url));
  leave = followMessages();
  expect($inbox.get()).toBeNull();
});

it('opens a conversation with a new message, and counts one more unread', async () => {
  const conversation = await begin(vera);
  await follow();
  await chat.answer(vera, conversation, 'Hallo');
  await eventually(() => expect(withWhom()).toEqual([vera.username]));
  expect([unreadIn(vera), $unread.get()]).toEqual([1, 1]);
  expect($popups.get()[0]).toMatchObject({ conversation, minimized: false });
  // Nobody asked for it: the focus stays where it is.
  expect($asked.get()).toBeNull();
  await chat.answer(vera, conversation, 'Ben je daar?');
  await eventually(() => expect(unreadIn(vera)).toBe(2));
  expect(withWhom()).toEqual([vera.username]);
});

it('of a conversation that the list does not know reads the list first', async () => {
  await follow();
  const conversation = await begin(vera);
  await chat.answer(vera, conversation, 'Hallo');
  await eventually(() => expect(withWhom()).toEqual([vera.username]));
  expect(unreadIn(vera)).toBe(1);
});

it('lies folded where it would cover something, and stays folded when more comes', async () => {
  const conversation = await begin(vera);
  await follow();
  setRoom({ most: 1, isQuiet: true });
  await chat.answer(vera, conversation, 'Hallo');
  await eventually(() => expect($popups.get()[0]?.minimized).toBe(true));
  await chat.answer(vera, conversation, 'Ben je daar?');
  await eventually(() => expect(unreadIn(vera)).toBe(2));
  expect($popups.get()[0]?.minimized).toBe(true);
  expandPopup(vera.id);
  expect([$popups.get()[0]?.minimized, $asked.get()]).toEqual([false, vera.id]);
  focusDone();
  minimizePopup(vera.id);
  expect([$popups.get()[0]?.minimized, $asked.get()]).toEqual([true, null]);
});

it('does not open for own words, for whom the member has muted, or for what is read at once', async () => {
  const nina = await aPerformer(server);
  const [quiet, seen] = [await begin(vera), await begin(nina)];
  await chat.state(anna, quiet, 'mute');
  await follow();
  const other = $inbox.get()?.conversations.find(({ id }) => id === seen)?.other;
  if (!other) throw new Error('no conversation');
  const open = openConversation({ id: seen, other });
  open.see(true);
  await chat.answer(vera, quiet, 'Hallo');
  await chat.answer(nina, seen, 'Hallo');
  await chat.write(anna, vera, 'Dag');
  await eventually(() => expect($inbox.get()?.conversations[0]?.message?.seq).toBe(3));
  expect($popups.get()).toEqual([]);
  open.close();
});

it('lets the oldest go for a fifth one, and for less room, but not the one that is written in', async () => {
  const people = [vera, ...(await Promise.all([1, 2, 3, 4].map(() => aPerformer(server))))];
  const conversations = await Promise.all(people.map(begin));
  await follow();
  for (const one of people.slice(0, 4)) await writeTo(one.id);
  const names = people.map(({ username }) => username);
  expect(withWhom()).toEqual(names.slice(0, 4));
  holdPopup(vera.id, true);
  await chat.answer(people[4] as TestPerformer, conversations[4] ?? 0, 'Hallo');
  await eventually(() => expect(withWhom()).toEqual([names[0], names[2], names[3], names[4]]));
  setRoom({ most: 2, isQuiet: false });
  expect(withWhom()).toEqual([names[0], names[4]]);
  closePopup(vera.id);
  setRoom({ most: 1, isQuiet: false });
  // What the member asks for comes in any case.
  holdPopup(people[4]?.id ?? 0, true);
  await writeTo(vera.id);
  expect(withWhom()).toEqual([names[0]]);
});

it('goes when another page deletes its conversation, and others stay', async () => {
  const nina = await aPerformer(server);
  const [id] = [await begin(vera), await begin(nina)];
  await follow();
  await writeTo(vera.id);
  await writeTo(nina.id);
  await chat.state(anna, id, 'mute');
  await chat.state(anna, id, 'delete');
  await eventually(() => expect(withWhom()).toEqual([nina.username]));
});

it('stands on the next page as it did, for the same member until the logout', async () => {
  const nina = await aPerformer(server);
  await begin(vera);
  await follow();
  await writeTo(vera.id);
  await writeTo(nina.id);
  minimizePopup(vera.id);
  const before = $popups.get();
  expect(before.map(({ minimized }) => minimized)).toEqual([true, false]);
  leave();
  expect($popups.get()).toEqual([]);
  await follow();
  expect($popups.get()).toEqual(before);
  leave();
  asMember('bert@example.com');
  leave = followMessages();
  expect($popups.get()).toEqual([]);
  leave();
  asMember('anna@example.com');
  forgetMessages();
  await follow();
  expect($popups.get()).toEqual([]);
});

it('of somebody new becomes real with the first message, and is live from then on', async () => {
  await follow();
  expect(await writeTo(vera.id)).toBe(true);
  const [preset] = $popups.get();
  expect([preset?.conversation, $asked.get()]).toEqual([null, vera.id]);
  if (!preset) throw new Error('no pop-up');
  const open = openConversation({ id: null, other: preset.other });
  expect(await sendMessage(open, 'Dag Vera')).toEqual({ outcome: 'sent' });
  const { id } = open.$state.get();
  adoptPopup(vera.id, id ?? 0);
  expect($popups.get()[0]?.conversation).toBe(id);
  await chat.answer(vera, id ?? 0, 'Hallo');
  await eventually(() =>
    expect(open.$state.get().thread.messages.map(({ content }) => content)).toEqual(['Dag Vera', 'Hallo']),
  );
  expect(withWhom()).toEqual([vera.username]);
  // Its reader is elsewhere on the page.
  await eventually(() => expect(unreadIn(vera)).toBe(1));
  open.see(true);
  await eventually(() => expect([unreadIn(vera), $unread.get()]).toEqual([0, 0]));
  open.close();
});

it('is not opened for a performer whom nobody knows', async () => {
  await follow();
  expect(await writeTo(987_654)).toBe(false);
  expect($popups.get()).toEqual([]);
});
