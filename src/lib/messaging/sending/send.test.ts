import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { MESSAGE_MAX } from '#contract/messaging/messages.ts';
import { setStudioConversationState } from '#contract/studio/inbox-calls.ts';
import { messengerOf, type TestMessenger } from '#server/messaging/testing.ts';
import { aMember, aPerformer, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { $session } from '../../member/account/store.ts';
import { $modal, closeModal } from '../../shell/modal.ts';
import { eventually, openPage, type TestPage } from '../../testing/page.ts';
import { openStorage } from '../../testing/storage.ts';
import { $wallet } from '../../wallet/spending/store.ts';
import { type OpenConversation, openConversation } from '../conversation/conversation.ts';
import { $inbox, openInbox } from '../inbox/inbox.ts';
import { draftFor, keepDraft } from './drafts.ts';
import { refusalText } from './refusals.ts';
import { createOutbox, type Outbox } from './send.ts';
import { $unsent, removeUnsent, restoreUnsent, SENT_BY_ITSELF_MS } from './unsent.ts';

let server: TestServer;
let page: TestPage;
let chat: TestMessenger;
let anna: TestMember;
let vera: TestPerformer;
let conversation: OpenConversation;
let outbox: Outbox;
const stops: (() => void)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  chat = messengerOf(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  page = openPage(server);
  openStorage();
  closeModal();
  asMember('anna@example.com');
  anna = await aMember(server, 600);
  vera = await aPerformer(server);
  page.as(anna);
  $wallet.setKey('credits', 600);
  restoreUnsent();
  conversation = write(vera);
  outbox = createOutbox();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  $session.set({ status: 'guest' });
});

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

function write({ id: userid, username }: TestPerformer): OpenConversation {
  const other = { id: `performer:${userid}`, userid, username, avatar: null, onlineStatus: null };
  const made = openConversation({ other, id: null });
  stops.push(made.close);
  return made;
}
const said = () => conversation.$state.get().thread.messages.map(({ content }) => content);
const arrived = async () => {
  const { conversations } = await chat.list(anna);
  if (!conversations[0]) return [];
  return (await chat.history(anna, conversations[0].id)).messages.map(({ content }) => content);
};

/** What the page can't reach; returns how it can again. */
function cutOff({ afterSending = false } = {}): () => void {
  const reach = globalThis.fetch;
  globalThis.fetch = async (...asked) => {
    if (afterSending) await reach(...asked);
    throw new TypeError('offline');
  };
  return () => {
    globalThis.fetch = reach;
  };
}

it('makes a conversation of the first message, and takes the price', async () => {
  stops.push(openInbox(null));
  await eventually(() => expect($inbox.get()?.status).toBe('ready'));
  expect(await outbox.sendMessage(conversation, ' Dag Vera ')).toEqual({ outcome: 'sent' });
  expect(said()).toEqual(['Dag Vera']);
  expect($wallet.get().credits).toBe(540);
  const id = conversation.$state.get().id;
  expect(id).not.toBeNull();
  await eventually(() => expect($inbox.get()?.conversations).toMatchObject([{ id, unread: 0 }]));
  await outbox.sendMessage(conversation, 'En nog iets');
  expect([said(), $unsent.get(), await anna.credits()]).toEqual([['Dag Vera', 'En nog iets'], [], 480]);
});

it('sends neither nothing nor too much', async () => {
  expect(await outbox.sendMessage(conversation, '  \n ')).toEqual({ outcome: 'ignored' });
  expect(await outbox.sendMessage(conversation, 'a'.repeat(MESSAGE_MAX + 1))).toEqual({ outcome: 'ignored' });
  expect([await arrived(), $modal.get()]).toEqual([[], null]);
});

it('asks for credits before it sends what can’t be paid, and where the server knows better', async () => {
  $wallet.setKey('credits', 59);
  expect(await outbox.sendMessage(conversation, 'Dag')).toEqual({ outcome: 'ignored' });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
  closeModal();
  $wallet.setKey('credits', 600);
  page.as(await aMember(server, 0));
  const refused = await outbox.sendMessage(conversation, 'Dag');
  expect(refused).toEqual({ outcome: 'refused', label: 'badRequest.deduct.credits.amount' });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
  expect([$unsent.get(), said()]).toEqual([[], []]);
});

it('says why the server refuses, and keeps nothing of it', async () => {
  await outbox.sendMessage(conversation, 'Dag');
  const id = conversation.$state.get().id ?? 0;
  await callApp(server, setStudioConversationState, { id, state: 'block' }, bearer(vera.token));
  const refused = await outbox.sendMessage(conversation, 'Ben je er?');
  expect(refused).toEqual({ outcome: 'refused', label: 'badRequest.conversation.blocked' });
  expect(refusalText('badRequest.conversation.blocked')).toBe('messenger.refused.blocked');
  expect(refusalText('badRequest.invalid.input')).toBe('messenger.refused.failed');
  expect([$unsent.get(), said()]).toEqual([[], ['Dag']]);
});

it('keeps what could not be sent, in order, and sends it once the server is there', async () => {
  const restore = cutOff();
  expect(await outbox.sendMessage(conversation, 'Een')).toEqual({ outcome: 'kept' });
  expect(await outbox.sendMessage(conversation, 'Twee')).toEqual({ outcome: 'kept' });
  expect($unsent.get().map(({ text, state }) => [text, state])).toEqual([
    ['Een', 'waiting'],
    ['Twee', 'waiting'],
  ]);
  restore();
  stops.push(outbox.startSending());
  await eventually(() => expect($unsent.get()).toEqual([]));
  expect([await arrived(), await anna.credits()]).toEqual([['Een', 'Twee'], 480]);
});

it('pays and stores once what arrived although its answer was lost, after a reload too', async () => {
  const restore = cutOff({ afterSending: true });
  expect(await outbox.sendMessage(conversation, 'Een keer')).toEqual({ outcome: 'kept' });
  const [{ clientId } = { clientId: '' }] = $unsent.get();
  $unsent.set([]);
  restoreUnsent();
  expect($unsent.get()).toMatchObject([{ clientId, text: 'Een keer', state: 'waiting' }]);
  restore();
  await outbox.deliverUnsent();
  expect([await arrived(), await anna.credits(), $unsent.get()]).toEqual([['Een keer'], 540, []]);
  expect(said()).toEqual(['Een keer']);
});

it('sends nothing by itself that is an hour old, but when it is asked to', async () => {
  const restore = cutOff();
  await outbox.sendMessage(conversation, 'Oud');
  restore();
  const [one] = $unsent.get();
  const list = [{ ...one, at: Date.now() - SENT_BY_ITSELF_MS - 1 }];
  const key = Object.keys(localStorage).find((name) => name.includes('unsent')) ?? '';
  localStorage.setItem(key, JSON.stringify(list));
  restoreUnsent();
  await outbox.deliverUnsent();
  expect([await arrived(), $unsent.get()[0]?.state]).toEqual([[], 'stopped']);
  await outbox.sendAgain(one?.clientId ?? '');
  expect([await arrived(), $unsent.get()]).toEqual([['Oud'], []]);
});

it('stops at what the server refuses later, and goes on with the rest', async () => {
  const nina = await aPerformer(server);
  await outbox.sendMessage(conversation, 'Dag');
  const id = conversation.$state.get().id ?? 0;
  const restore = cutOff();
  await outbox.sendMessage(conversation, 'Ben je er?');
  await outbox.sendMessage(write(nina), 'Dag Nina');
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

it('never sends what another member of this browser wrote', async () => {
  const restore = cutOff();
  await outbox.sendMessage(conversation, 'Van Anna');
  restore();
  asMember('bram@example.com');
  restoreUnsent();
  expect($unsent.get()).toEqual([]);
  asMember('anna@example.com');
  restoreUnsent();
  expect($unsent.get()).toMatchObject([{ text: 'Van Anna' }]);
});

it('keeps a draft for each performer, and forgets it when it is empty', () => {
  keepDraft(1, 'Dag');
  keepDraft(2, 'Hoi');
  keepDraft(1, '');
  expect([draftFor(1), draftFor(2), draftFor(3)]).toEqual(['', 'Hoi', '']);
  keepDraft(2, '');
  expect(Object.keys(sessionStorage)).toEqual([]);
});
