import { afterEach, beforeEach, expect, it } from 'vitest';
import { MESSAGE_MAX } from '#contract/messaging/messages.ts';
import { setStudioConversationState } from '#contract/studio/inbox-calls.ts';
import { messengerOf } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { serveTestApp } from '#server/testing/start-test-app.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { $modal, closeModal } from '../../shell/start/dialogs.ts';
import { $session } from '../../shell/start/session.ts';
import { eventually, openAnnasPage, type TestPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { logInAnna } from '../../testing/visitor.ts';
import { $wallet } from '../../wallet/store.ts';
import { openConversation } from '../conversation/conversation.ts';
import { $inbox, openInbox } from '../inbox/inbox.ts';
import { refusalText } from '../labels/labels.ts';
import type { OpenConversation } from '../opened/open-conversations.ts';
import { createOutbox, type Outbox } from './send.ts';
import { $unsent, draftFor, keepDraft, removeUnsent, restoreUnsent, SENT_BY_ITSELF_MS } from './unsent.ts';

const server = serveTestApp();
let page: TestPage;
const chat = messengerOf(server);
let anna: TestMember;
let vera: TestPerformer;
let conversation: OpenConversation;
let outbox: Outbox;
const stops: (() => void)[] = [];

beforeEach(async () => {
  ({ page, anna, vera } = await openAnnasPage(server, { credits: 600 }));
  openStorage();
  closeModal();
  logInAnna();
  $wallet.setKey('credits', 600);
  restoreUnsent();
  conversation = write(vera);
  outbox = createOutbox();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  $session.set({ status: 'guest' });
});

function write({ id: userid, username }: TestPerformer): OpenConversation {
  const other = { id: `performer:${userid}`, userid, username, avatar: null, onlineStatus: null };
  const made = openConversation({ other, id: null });
  stops.push(made.close);
  return made;
}
const texts = () => conversation.$state.get().thread.messages.map(({ content }) => content);
const arrived = async () => {
  const { conversations } = await chat.list(anna);
  if (!conversations[0]) return [];
  return (await chat.history(anna, conversations[0].id)).messages.map(({ content }) => content);
};

/** Makes these calls unreachable; returns a function that restores them. */
function cutOff({ afterSending = false } = {}): () => void {
  const reach = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    if (afterSending) await reach(...request);
    throw new TypeError('offline');
  };
  return () => {
    globalThis.fetch = reach;
  };
}

it('P4.31 creates a conversation with the first message, and charges the price', async () => {
  stops.push(openInbox(null));
  await eventually(() => expect($inbox.get()?.status).toBe('ready'));
  expect(await outbox.sendPrivateMessage(conversation, ' Dag Vera ')).toEqual({ outcome: 'sent' });
  expect(texts()).toEqual(['Dag Vera']);
  expect($wallet.get().credits).toBe(540);
  const id = conversation.$state.get().id;
  expect(id).not.toBeNull();
  await eventually(() => expect($inbox.get()?.conversations).toMatchObject([{ id, unread: 0 }]));
  await outbox.sendPrivateMessage(conversation, 'En nog iets');
  expect(texts()).toEqual(['Dag Vera', 'En nog iets']);
  expect($unsent.get()).toEqual([]);
  expect(await anna.credits()).toBe(480);
});

it('P4.23 sends neither an empty nor a too long text', async () => {
  expect(await outbox.sendPrivateMessage(conversation, '  \n ')).toEqual({ outcome: 'ignored' });
  expect(await outbox.sendPrivateMessage(conversation, 'a'.repeat(MESSAGE_MAX + 1))).toEqual({
    outcome: 'ignored',
  });
  expect(await arrived()).toEqual([]);
  expect($modal.get()).toBeNull();
});

it('P4.22 P8.9 asks for credits before sending what can’t be paid, also when only the server knows', async () => {
  $wallet.setKey('credits', 59);
  expect(await outbox.sendPrivateMessage(conversation, 'Dag')).toEqual({ outcome: 'ignored' });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
  closeModal();
  $wallet.setKey('credits', 600);
  page.as(await aMember(server, 0));
  const refused = await outbox.sendPrivateMessage(conversation, 'Dag');
  expect(refused).toEqual({ outcome: 'refused', label: 'badRequest.deduct.credits.amount' });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
  expect($unsent.get()).toEqual([]);
  expect(texts()).toEqual([]);
});

it('shows why the server refuses, and keeps nothing', async () => {
  await outbox.sendPrivateMessage(conversation, 'Dag');
  const id = conversation.$state.get().id ?? 0;
  await callApp(server, setStudioConversationState, { id, state: 'block' }, bearer(vera.token));
  const refused = await outbox.sendPrivateMessage(conversation, 'Ben je er?');
  expect(refused).toEqual({ outcome: 'refused', label: 'badRequest.conversation.blocked' });
  expect(refusalText('badRequest.conversation.blocked', 'member')).toBe('messenger.refused.blocked');
  expect(refusalText('badRequest.invalid.input', 'member')).toBe('messenger.refused.failed');
  expect($unsent.get()).toEqual([]);
  expect(texts()).toEqual(['Dag']);
});

it('keeps unsent messages in order, and sends them once the server is reachable', async () => {
  const restore = cutOff();
  expect(await outbox.sendPrivateMessage(conversation, 'Een')).toEqual({ outcome: 'kept' });
  expect(await outbox.sendPrivateMessage(conversation, 'Twee')).toEqual({ outcome: 'kept' });
  expect($unsent.get().map(({ text, state }) => [text, state])).toEqual([
    ['Een', 'waiting'],
    ['Twee', 'waiting'],
  ]);
  restore();
  stops.push(outbox.startSending());
  await eventually(() => expect($unsent.get()).toEqual([]));
  expect(await arrived()).toEqual(['Een', 'Twee']);
  expect(await anna.credits()).toBe(480);
});

it('charges and stores a message once when its response was lost, also after a reload', async () => {
  const restore = cutOff({ afterSending: true });
  expect(await outbox.sendPrivateMessage(conversation, 'Een keer')).toEqual({ outcome: 'kept' });
  const [{ clientId } = { clientId: '' }] = $unsent.get();
  $unsent.set([]);
  restoreUnsent();
  expect($unsent.get()).toMatchObject([{ clientId, text: 'Een keer', state: 'waiting' }]);
  restore();
  await outbox.deliverUnsent();
  expect(await arrived()).toEqual(['Een keer']);
  expect(await anna.credits()).toBe(540);
  expect($unsent.get()).toEqual([]);
  expect(texts()).toEqual(['Een keer']);
});

it('does not send a message older than an hour by itself, only on request', async () => {
  const restore = cutOff();
  await outbox.sendPrivateMessage(conversation, 'Oud');
  restore();
  const [one] = $unsent.get();
  const list = [{ ...one, at: Date.now() - SENT_BY_ITSELF_MS - 1 }];
  const key = Object.keys(localStorage).find((name) => name.includes('unsent')) ?? '';
  localStorage.setItem(key, JSON.stringify(list));
  restoreUnsent();
  await outbox.deliverUnsent();
  expect(await arrived()).toEqual([]);
  expect($unsent.get()[0]?.state).toBe('stopped');
  await outbox.sendAgain(one?.clientId ?? '');
  expect(await arrived()).toEqual(['Oud']);
  expect($unsent.get()).toEqual([]);
});

it('stops at a message the server refuses later, and continues with the rest', async () => {
  const nina = await aPerformer(server);
  await outbox.sendPrivateMessage(conversation, 'Dag');
  const id = conversation.$state.get().id ?? 0;
  const restore = cutOff();
  await outbox.sendPrivateMessage(conversation, 'Ben je er?');
  await outbox.sendPrivateMessage(write(nina), 'Dag Nina');
  restore();
  await callApp(server, setStudioConversationState, { id, state: 'block' }, bearer(vera.token));
  await outbox.deliverUnsent();
  expect($unsent.get()).toMatchObject([
    { text: 'Ben je er?', state: 'stopped', label: 'badRequest.conversation.blocked' },
  ]);
  expect($modal.get()).toBeNull();
  removeUnsent($unsent.get()[0]?.clientId ?? '');
  restoreUnsent();
  expect($unsent.get()).toEqual([]);
});

it('never sends what another member wrote in this browser', async () => {
  const restore = cutOff();
  await outbox.sendPrivateMessage(conversation, 'Van Anna');
  restore();
  logInAnna({ email: 'bram@example.com' });
  restoreUnsent();
  expect($unsent.get()).toEqual([]);
  logInAnna();
  restoreUnsent();
  expect($unsent.get()).toMatchObject([{ text: 'Van Anna' }]);
});

it('keeps a draft for each performer, and removes an empty one', () => {
  keepDraft(1, 'Dag');
  keepDraft(2, 'Hoi');
  keepDraft(1, '');
  expect(draftFor(1)).toBe('');
  expect(draftFor(2)).toBe('Hoi');
  expect(draftFor(3)).toBe('');
  keepDraft(2, '');
  expect(Object.keys(sessionStorage)).toEqual([]);
});
