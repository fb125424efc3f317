import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { requestOverSocket } from '../../api/socket/socket.ts';
import { forgetMessages } from '../../shell/kept.ts';
import { $session } from '../../shell/start/session.ts';
import { $unread } from '../../shell/unread.ts';
import { eventually, openAnnasPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { logInAnna } from '../../testing/visitor.ts';
import { openConversation } from '../conversation/conversation.ts';
import { $inbox } from '../inbox/inbox.ts';
import { sendPrivateMessage } from '../sending/send.ts';
import {
  $focusRequest,
  $popups,
  $unreadIn,
  adoptPopup,
  closePopup,
  expandPopup,
  fitPopups,
  focusDone,
  followMessages,
  holdPopup,
  minimizePopup,
  roomFor,
  setRoom,
  writeTo,
} from './popups.ts';

describe('the number of pop-ups that fit', () => {
  it.each([
    [30, 1],
    [46.9, 1],
    [47, 2],
    [68, 3],
    [89, 4],
    [200, 4],
  ])('P4.36 P4.37 P9.5 of a page %d rem wide is %d: 21 rem each, and 5 kept free', (width, most) => {
    expect(roomFor(width, false)).toBe(most);
  });

  it('P4.36 is one on a phone', () => {
    expect(roomFor(63, true)).toBe(1);
  });
});

describe('with too many pop-ups', () => {
  const of = (...ids: number[]) => ids.map((userid) => ({ other: { userid } }));

  it('P4.36 the oldest leave', () => {
    expect(fitPopups(of(1, 2, 3), { most: 2, focused: null })).toEqual(of(2, 3));
    expect(fitPopups(of(1, 2), { most: 2, focused: null })).toEqual(of(1, 2));
  });

  it('the one with the focus stays, even if it is the oldest', () => {
    expect(fitPopups(of(1, 2, 3), { most: 2, focused: 1 })).toEqual(of(1, 3));
    expect(fitPopups(of(1, 2), { most: 1, focused: 1 })).toEqual(of(1));
  });
});

describe('popups', () => {
  const server = serveTestApp();
  const chat = messengerOf(server);
  let anna: TestMember;
  let vera: TestPerformer;
  let leave = () => {};

  beforeEach(async () => {
    ({ anna, vera } = await openAnnasPage(server, { credits: 6000 }));
    openStorage();
    logInAnna();
    $unread.set(0);
    setRoom({ most: 4, isQuiet: false });
  });
  afterEach(() => {
    leave();
    $session.set({ status: 'guest' });
  });

  /** Waits for the list and the connection. */
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

  it('P2.76 P4.4 P4.6 counts unread messages on every page, and opens no pop-up by itself', async () => {
    await chat.answer(vera, await begin(vera), 'Hallo');
    await follow();
    expect($unread.get()).toBe(1);
    expect($popups.get()).toEqual([]);
  });

  it('does nothing on the messenger’s pages', () => {
    vi.stubGlobal('location', new URL('/en/messenger/Vera', server.url));
    leave = followMessages();
    expect($inbox.get()).toBeNull();
  });

  it('P2.126 P3.13 P4.28 opens a conversation for a new message, and counts one more unread', async () => {
    const conversation = await begin(vera);
    await follow();
    await chat.answer(vera, conversation, 'Hallo');
    await eventually(() => expect(withWhom()).toEqual([vera.username]));
    expect(unreadIn(vera)).toBe(1);
    expect($unread.get()).toBe(1);
    expect($popups.get()[0]).toMatchObject({ conversation, minimized: false });
    // It opened by itself: the focus stays where it is.
    expect($focusRequest.get()).toBeNull();
    await chat.answer(vera, conversation, 'Ben je daar?');
    await eventually(() => expect(unreadIn(vera)).toBe(2));
    expect(withWhom()).toEqual([vera.username]);
  });

  it('reloads the list first for an unknown conversation', async () => {
    await follow();
    const conversation = await begin(vera);
    await chat.answer(vera, conversation, 'Hallo');
    await eventually(() => expect(withWhom()).toEqual([vera.username]));
    expect(unreadIn(vera)).toBe(1);
  });

  it('opens folded if it would cover something, and stays folded when more messages come', async () => {
    const conversation = await begin(vera);
    await follow();
    setRoom({ most: 1, isQuiet: true });
    await chat.answer(vera, conversation, 'Hallo');
    await eventually(() => expect($popups.get()[0]?.minimized).toBe(true));
    await chat.answer(vera, conversation, 'Ben je daar?');
    await eventually(() => expect(unreadIn(vera)).toBe(2));
    expect($popups.get()[0]?.minimized).toBe(true);
    expandPopup(vera.id);
    expect($popups.get()[0]?.minimized).toBe(false);
    expect($focusRequest.get()).toEqual(vera.id);
    focusDone();
    minimizePopup(vera.id);
    expect($popups.get()[0]?.minimized).toBe(true);
    expect($focusRequest.get()).toBeNull();
  });

  it('does not open for own messages, muted conversations, or messages read at once', async () => {
    const nina = await aPerformer(server);
    const [quiet, seen] = [await begin(vera), await begin(nina)];
    await chat.state(anna, quiet, 'mute');
    await follow();
    const other = $inbox.get()?.conversations.find(({ id }) => id === seen)?.other;
    if (!other) throw new Error('No conversation');
    const open = openConversation({ id: seen, other });
    open.see(true);
    await chat.answer(vera, quiet, 'Hallo');
    await chat.answer(nina, seen, 'Hallo');
    await chat.write(anna, vera, 'Dag');
    await eventually(() => expect($inbox.get()?.conversations[0]?.message?.seq).toBe(3));
    expect($popups.get()).toEqual([]);
    open.close();
  });

  it('P4.36 removes the oldest for a fifth one, or for less room, but not the one with the focus', async () => {
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
    // A pop-up opened by the member always appears.
    holdPopup(people[4]?.id ?? 0, true);
    await writeTo(vera.id);
    expect(withWhom()).toEqual([names[0]]);
  });

  it('closes when another page deletes its conversation; others stay', async () => {
    const nina = await aPerformer(server);
    const [id] = [await begin(vera), await begin(nina)];
    await follow();
    await writeTo(vera.id);
    await writeTo(nina.id);
    await chat.state(anna, id, 'mute');
    await chat.state(anna, id, 'delete');
    await eventually(() => expect(withWhom()).toEqual([nina.username]));
  });

  it('is restored on the next page for the same member until logout', async () => {
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
    logInAnna({ email: 'bert@example.com' });
    leave = followMessages();
    expect($popups.get()).toEqual([]);
    leave();
    logInAnna();
    forgetMessages();
    await follow();
    expect($popups.get()).toEqual([]);
  });

  it('turns a preset into a conversation with the first message, then follows it', async () => {
    await follow();
    expect(await writeTo(vera.id)).toBe(true);
    const [preset] = $popups.get();
    expect(preset?.conversation).toBeNull();
    expect($focusRequest.get()).toEqual(vera.id);
    if (!preset) throw new Error('No pop-up');
    const open = openConversation({ id: null, other: preset.other });
    expect(await sendPrivateMessage(open, 'Dag Vera')).toEqual({ outcome: 'sent' });
    const { id } = open.$state.get();
    adoptPopup(vera.id, id ?? 0);
    expect($popups.get()[0]?.conversation).toBe(id);
    await chat.answer(vera, id ?? 0, 'Hallo');
    await eventually(() =>
      expect(open.$state.get().thread.messages.map(({ content }) => content)).toEqual(['Dag Vera', 'Hallo']),
    );
    expect(withWhom()).toEqual([vera.username]);
    // The focus is elsewhere on the page.
    await eventually(() => expect(unreadIn(vera)).toBe(1));
    open.see(true);
    await eventually(() => expect([unreadIn(vera), $unread.get()]).toEqual([0, 0]));
    open.close();
  });

  it('does not open for an unknown performer', async () => {
    await follow();
    expect(await writeTo(987_654)).toBe(false);
    expect($popups.get()).toEqual([]);
  });
});
