import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listConversations } from '#contract/messaging/inbox-calls.ts';
import { setStudioConversationState } from '#contract/studio/inbox-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { reconnect, requestOverSocket } from '../../api/socket/socket.ts';
import { forgetMessages } from '../../shell/kept.ts';
import { $session } from '../../shell/start/session.ts';
import { $unread } from '../../shell/unread.ts';
import { eventually, openAnnasPage, type TestPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { logInAnna } from '../../testing/visitor.ts';
import { openConversation } from '../conversation/conversation.ts';
import { listenToMessages } from '../opened/incoming.ts';
import { shownOf } from '../suggestions.ts';
import {
  $inbox,
  filterInbox,
  hasMore,
  loadMoreConversations,
  openInbox,
  reloadInbox,
  searchInbox,
  setConversationState,
  sortInbox,
} from './inbox.ts';

const server = serveTestApp();
let page: TestPage;
const chat = messengerOf(server);
let anna: TestMember;
let vera: TestPerformer;
let kept: ReturnType<typeof openStorage>;
const stops: (() => void)[] = [];

beforeEach(async () => {
  ({ page, anna, vera } = await openAnnasPage(server, { credits: 6000 }));
  kept = openStorage();
  logInAnna();
  $unread.set(0);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  $session.set({ status: 'guest' });
});

const open = () => stops.push(openInbox(null));
/** Waits until the connection is the member's: pushes arrive only from then on. */
const listen = async () => {
  stops.push(listenToMessages());
  await eventually(() => requestOverSocket(listConversations, {}));
};
const ready = () => eventually(() => expect($inbox.get()?.status).toBe('ready'));
const names = () =>
  shownOf($inbox.get() ?? { conversations: [], query: '' }).map(({ other }) => other.username);
const rows = () => $inbox.get()?.conversations ?? [];

/** Creates a conversation whose last message is the performer's. */
async function answered(by: TestPerformer, words = 'Hallo'): Promise<number> {
  const { message } = await chat.write(anna, by, 'Dag');
  await chat.answer(by, message.conversation, words);
  server.clock.advance(1000);
  return message.conversation;
}

it('P2.120 P3.12 P3.15 shows the newest first, the unread counts, and the filtered list', async () => {
  const nina = await aPerformer(server);
  const id = await answered(vera);
  await chat.write(anna, nina, 'Dag Nina');
  open();
  await ready();
  expect(names()).toEqual([nina.username, vera.username]);
  expect($unread.get()).toBe(1);
  expect(rows().map(({ unread }) => unread)).toEqual([0, 1]);
  await filterInbox('unanswered');
  expect(names()).toEqual([vera.username]);
  await filterInbox('answered');
  expect(names()).toEqual([nina.username]);
  await filterInbox('all');
  await callApp(server, setStudioConversationState, { id, state: 'favorite' }, bearer(vera.token));
  await sortInbox('favourited');
  expect(names()).toEqual([vera.username, nina.username]);
});

it('P5.29 searches the loaded list at once, and the server from three characters', async () => {
  const nina = await aPerformer(server);
  await answered(vera);
  await answered(nina);
  open();
  await ready();
  const start = vera.username.slice(0, -1).toUpperCase();
  await searchInbox(vera.username.slice(0, 1).toLowerCase());
  expect(names()).toContain(vera.username);
  const searching = searchInbox(vera.username);
  expect(names()).toEqual([vera.username]);
  await searching;
  expect(names()).toEqual([vera.username]);
  expect($inbox.get()?.total).toBe(1);
  await searchInbox(start);
  expect(names()).toContain(vera.username);
  await searchInbox('');
  expect(names()).toHaveLength(2);
});

it('loads further pages without losing or repeating a conversation that moved', async () => {
  const conversations = await manyConversations(52);
  open();
  await ready();
  expect(rows().length).toBe(50);
  expect(hasMore($inbox.get() as never)).toBe(true);
  // The last conversation moves to the front, and one of the first page is removed.
  await chat.answer(conversations[0]?.performer as TestPerformer, conversations[0]?.id ?? 0, 'Nog iets');
  await setConversationState(conversations[51]?.id ?? 0, 'delete');
  while (hasMore($inbox.get() as never)) await loadMoreConversations();
  const [moved, ...others] = conversations.slice(0, 51).map(({ id }) => id);
  expect(rows().map(({ id }) => id)).toEqual([moved, ...others.reverse()]);
});

async function manyConversations(count: number): Promise<{ id: number; performer: TestPerformer }[]> {
  const made: { id: number; performer: TestPerformer }[] = [];
  for (let index = 0; index < count; index += 1) {
    const performer = await aPerformer(server);
    server.clock.advance(1000);
    made.push({ id: (await chat.write(anna, performer, 'Dag')).message.conversation, performer });
  }
  return made;
}

it('P4.25 counts a message of the other side, and moves its conversation to the front', async () => {
  const nina = await aPerformer(server);
  const first = await answered(vera);
  await answered(nina);
  open();
  await ready();
  await listen();
  await chat.answer(vera, first, 'Nog iets');
  await eventually(() => expect(names()).toEqual([vera.username, nina.username]));
  expect(rows()[0]).toMatchObject({ unread: 2, message: { content: 'Nog iets', owner: 'other' } });
  expect($unread.get()).toBe(3);
});

it('P4.26 reloads the list for an unknown conversation', async () => {
  open();
  await ready();
  await listen();
  await answered(vera);
  await eventually(() => expect(rows()).toMatchObject([{ unread: 1, message: { content: 'Hallo' } }]));
  expect($unread.get()).toBe(1);
});

it('applies what another page of the member reads', async () => {
  const id = await answered(vera);
  open();
  await ready();
  await listen();
  const { messages } = await chat.history(anna, id);
  await chat.read(anna, messages.at(-1)?.id ?? 0);
  await eventually(() => expect([$unread.get(), rows()[0]?.unread]).toEqual([0, 0]));
});

it('reports a pushed message as delivered', async () => {
  const id = await answered(vera);
  open();
  await ready();
  await listen();
  const sent = await chat.answer(vera, id, 'Nog iets');
  expect(sent.deliveryStatus).toBe('sent');
  await eventually(async () => {
    const { messages } = await chat.history(anna, id);
    expect(messages.at(-1)?.deliveryStatus).toBe('delivered');
    expect($inbox.get()?.conversations[0]?.unread).toBe(2);
  });
});

it('archives, mutes, blocks and deletes, and undoes what the server refuses', async () => {
  const id = await answered(vera);
  open();
  await ready();
  expect(await setConversationState(id, 'mute')).toBeNull();
  expect(await setConversationState(id, 'block')).toBeNull();
  expect(await setConversationState(id, 'favorite')).toBeNull();
  expect(rows()).toMatchObject([{ muted: true, blocked: true, favorite: true }]);
  await setConversationState(id, 'archive');
  expect(names()).toEqual([]);
  expect($inbox.get()?.total).toBe(0);
  await filterInbox('archived');
  expect(names()).toEqual([vera.username]);
  await setConversationState(id, 'unarchive');
  await filterInbox('all');
  expect(rows()).toMatchObject([{ muted: true, blocked: true, favorite: true }]);
  page.as(await aMember(server));
  expect(await setConversationState(id, 'unmute')).toBe('badRequest.notFound');
  page.as(anna);
  await listen();
  await filterInbox('all');
  await setConversationState(id, 'delete');
  expect(names()).toEqual([]);
  await eventually(() => expect($unread.get()).toBe(0));
  expect((await chat.list(anna)).total).toBe(0);
});

it('applies what another page of the member archives, mutes and deletes', async () => {
  const id = await answered(vera);
  open();
  await ready();
  await listen();
  await chat.state(anna, id, 'mute');
  await eventually(() => expect(rows()[0]?.muted).toBe(true));
  await chat.state(anna, id, 'archive');
  await eventually(() => expect([names(), $inbox.get()?.total]).toEqual([[], 0]));
  await chat.state(anna, id, 'unarchive');
  await eventually(() => expect(names()).toEqual([vera.username]));
  await filterInbox('archived');
  await chat.state(anna, id, 'archive');
  await eventually(() => expect(names()).toEqual([vera.username]));
  expect($unread.get()).toBe(1);
  await chat.state(anna, id, 'delete');
  await eventually(() => expect([names(), $unread.get()]).toEqual([[], 0]));
});

it('updates the unread count when another page deletes a conversation not shown here', async () => {
  const id = await answered(vera);
  open();
  await ready();
  await listen();
  await filterInbox('favourites');
  expect(names()).toEqual([]);
  expect($unread.get()).toBe(1);
  await chat.state(anna, id, 'delete');
  await eventually(() => expect($unread.get()).toBe(0));
});

it('P8.24 ignores a message whose receiver is not in its conversation', async () => {
  const { message } = await chat.write(anna, vera, 'Dag');
  const { conversation } = message;
  open();
  await ready();
  await listen();
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const strange = { ...message, id: 999_999, seq: 2, owner: 'other', receiver: 'member:0' } as const;
  server.deps.push.toMember(anna.id, 'private-message', { conversation, message: strange });
  await eventually(() => expect(warned).toHaveBeenCalledOnce());
  expect(rows()[0]?.message?.seq).toBe(1);
  expect($unread.get()).toBe(0);
});

it('P3.32 shows this browser’s kept list at once, corrects it, and separates members', async () => {
  await answered(vera);
  open();
  await ready();
  stops.splice(0)[0]?.();
  const nina = await aPerformer(server);
  await answered(nina);
  open();
  expect($inbox.get()?.status).toBe('kept');
  expect(names()).toEqual([vera.username]);
  await ready();
  expect(names()).toEqual([nina.username, vera.username]);
  stops.splice(0)[0]?.();
  logInAnna({ email: 'bram@example.com' });
  page.as(await aMember(server));
  open();
  expect($inbox.get()?.status).toBe('loading');
  expect(names()).toEqual([]);
});

it('keeps nothing after logout, and works in a browser without storage', async () => {
  await answered(vera);
  open();
  await ready();
  const keys = () => Object.keys(kept.local).filter((key) => key.startsWith('messenger:'));
  expect(keys()).toHaveLength(1);
  expect(keys()[0]).not.toContain('anna');
  forgetMessages();
  expect(keys()).toEqual([]);
  localStorage.setItem = () => {
    throw new Error('full');
  };
  await filterInbox('all');
  expect(names()).toEqual([vera.username]);
});

it('keeps nothing for a member without conversations', async () => {
  const keys = () => Object.keys(kept.local).filter((key) => key.startsWith('messenger:'));
  open();
  await ready();
  expect(names()).toEqual([]);
  expect(keys()).toEqual([]);
  await answered(vera);
  await reloadInbox();
  expect(keys()).toHaveLength(1);
  await setConversationState($inbox.get()?.conversations[0]?.id ?? 0, 'delete');
  expect(names()).toEqual([]);
  expect(keys()).toEqual([]);
});

it('keeps its list while the server is unreachable, and reloads it with the next connection', async () => {
  await answered(vera);
  open();
  await ready();
  const reach = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('offline'));
  await filterInbox('unanswered');
  expect($inbox.get()?.status).toBe('failed');
  globalThis.fetch = reach;
  reconnect();
  await ready();
  expect(names()).toEqual([vera.username]);
});

it('turns a preset into a conversation when its first message is sent elsewhere', async () => {
  open();
  await ready();
  const other = { id: '', userid: vera.id, username: vera.username, avatar: null, onlineStatus: null };
  const preset = openConversation({ other, id: null });
  stops.push(preset.close);
  await listen();
  const id = await answered(vera);
  await eventually(() => {
    expect(preset.$state.get().id).toBe(id);
    expect(preset.$state.get().thread.messages.map(({ content }) => content)).toEqual(['Dag', 'Hallo']);
  });
});
