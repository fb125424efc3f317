import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { chatAction } from '#contract/chat/action-calls.ts';
import type { ChatMessage } from '#contract/chat/messages.ts';
import { appointModerator } from '#contract/chat/room/moderator-calls.ts';
import { removeMessage, setMessageDelay } from '#contract/chat/room/sanction-calls.ts';
import { callKey } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { changeUsername } from '#contract/member/settings/settings-calls.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { sendMessage as say } from '#server/chat/room/send-message.ts';
import { showWaiting } from '#server/chat/room/waiting.ts';
import { sayInRoom } from '#server/studio/room.ts';
import { aMember, aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { bearer, callApp } from '#server/testing/test-app.ts';
import { nextPush } from '#server/testing/test-server.ts';
import { join, type Viewer } from '#server/testing/viewer.ts';
import { call } from '../../api/call.ts';
import { $modal } from '../../shell/start/dialogs.ts';
import { $session } from '../../shell/start/session.ts';
import { eventually, openPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { logInAnna } from '../../testing/visitor.ts';
import { createChat } from '../session/session.ts';
import { $chat } from '../store.ts';
import { openTab, toggleInterface } from '../tabs.ts';
import {
  $messages,
  $outgoing,
  $unread,
  forgetMessages,
  isOwn,
  openRoom,
  receiveMessage,
  sendMessage,
  sendMessageAgain,
} from './messages.ts';

const chat = createChat();
const { joinChat } = chat;
const server = servePlayableApp();
let page: TestPage;
let vera: TestPerformer;

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  openTab('chat');
  page = openPage(server);
  page.as(await aMember(server));
  vera = await aPerformer(server, onlineStatus.free);
});
afterEach(chat.close);

const texts = () => $messages.get().map(({ message }) => message);
const hostSays = (message: string) =>
  sayInRoom(server.deps, vera.caller, {
    message,
    clientId: server.deps.newId(),
    messageType: 'host',
  });

it('L3.7 L3.8 L4.36 carries messages both ways', async () => {
  const studio = server.connect({ token: vera.token });
  await eventually(() => expect(studio.connected).toBe(true));
  await joinChat(vera.username);
  await hostSays('Welcome');
  await eventually(() => expect(texts()).toEqual(['Welcome']));
  const heard = nextPush(studio, 'chat-message');
  await sendMessage('Hello Vera');
  await expect(heard).resolves.toMatchObject({ message: { message: 'Hello Vera', messageType: 'member' } });
  expect(texts()).toEqual(['Welcome', 'Hello Vera']);
});

it('sends under the username chosen since the join', async () => {
  await joinChat(vera.username);
  const username = `Nieuw${vera.id}`;
  await call(changeUsername, { username });
  logInAnna({ username, capName: '' });
  await sendMessage('Dag');
  expect($messages.get().map(({ sender, message }) => [sender, message])).toEqual([[username, 'Dag']]);
  expect($chat.get()).toMatchObject({ sender: username });
  $session.set({ status: 'guest' });
});

it('keeps lines of others apart from own ones when the viewer takes their name, and own ones of a former name', async () => {
  const bram = await join(server, (await aMember(server)).caller, vera);
  await joinChat(vera.username);
  const input = { action: 'message', recipient: 'host', auth: bram.auth() } as const;
  const data = { message: 'his', messageType: 'host' } as const;
  await say(server.deps, bram.caller, { ...input, clientId: server.deps.newId(), data });
  await eventually(() => expect(texts()).toEqual(['his']));
  await sendMessage('mine');
  const joined = $chat.get();
  const name = bram.joined.sender;
  if (joined.status === 'watching') $chat.set({ ...joined, sender: name });
  const own = () => $messages.get().map((message) => [message.message, isOwn(message, name)]);
  expect(own()).toEqual([
    ['his', false],
    ['mine', true],
  ]);
  await joinChat(vera.username);
  expect(own()).toEqual([
    ['his', false],
    ['mine', true],
  ]);
});

it('shows a message at once, and as sent when the room has it', async () => {
  await joinChat(vera.username);
  const saying = sendMessage('Hello');
  expect($outgoing.get()).toMatchObject([{ message: 'Hello', delivery: 'sent' }]);
  await saying;
  expect($outgoing.get()).toEqual([]);
  expect(texts()).toEqual(['Hello']);
});

it('L5.6 does not send an empty or too long message', async () => {
  await joinChat(vera.username);
  await sendMessage('   ');
  await sendMessage('x'.repeat(251));
  expect($outgoing.get()).toEqual([]);
  expect(texts()).toEqual([]);
});

it('P2.95 P8.9 shows that the balance is too low for a message, and keeps the message', async () => {
  await joinChat(vera.username);
  const tooLow = new AppError('badRequest.deduct.credits.amount');
  const refused = vi.spyOn(server.deps.limits, 'take').mockRejectedValue(tooLow);
  await sendMessage('Hello');
  refused.mockRestore();
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'messaging' });
  expect($outgoing.get()).toMatchObject([{ message: 'Hello', delivery: 'failed' }]);
});

it('L4.46 keeps a message that failed, and shows it once however often it is sent again', async () => {
  await joinChat(vera.username);
  const say429 = vi.spyOn(server.deps.limits, 'take').mockRejectedValue(new Error('the server failed'));
  await sendMessage('Hello');
  say429.mockRestore();
  expect($outgoing.get()).toMatchObject([{ message: 'Hello', delivery: 'failed' }]);
  const clientId = $outgoing.get()[0]?.clientId ?? '';
  await sendMessageAgain(clientId);
  await sendMessageAgain(clientId);
  expect($outgoing.get()).toEqual([]);
  expect($messages.get()).toMatchObject([{ message: 'Hello', clientId }]);
});

it('L4.46 does not duplicate a message when the response was lost and it is sent again over HTTP', async () => {
  await joinChat(vera.username);
  let cut = false;
  server.seam.answered = (key) => {
    // The message is stored; its response never leaves the server.
    if (cut || key !== callKey(chatAction)) return;
    cut = true;
    server.cutLines();
  };
  await sendMessage('Hello');
  expect(cut).toBe(true);
  expect(texts()).toEqual(['Hello']);
  expect($outgoing.get()).toEqual([]);
});

it('L4.42 L4.45 fetches messages missed while the connection was down', async () => {
  await joinChat(vera.username);
  await hostSays('one');
  await eventually(() => expect(texts()).toEqual(['one']));
  server.cutLines();
  await hostSays('two');
  await hostSays('three');
  await eventually(() => expect(texts()).toEqual(['one', 'two', 'three']));
  await eventually(() => expect($chat.get()).toMatchObject({ contact: 'up' }));
});

it('L4.45 fetches a missing message before a later one', async () => {
  await hostSays('one');
  await joinChat(vera.username);
  const { message: two } = await pushedNowhere('two');
  expect(two.seq).toBe(2);
  await hostSays('three');
  await eventually(() => expect(texts()).toEqual(['one', 'two', 'three']));
});

/** Posts a message whose push is lost. */
async function pushedNowhere(message: string) {
  const { push } = server.deps;
  server.deps.push = { ...push, toRoom() {} };
  const result = await hostSays(message);
  server.deps.push = push;
  return result;
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

describe('with a moderation delay', () => {
  let bram: Viewer;
  beforeEach(async () => {
    await callApp(server, setMessageDelay, { seconds: 6 }, bearer(vera.token));
    bram = await join(server, (await aMember(server)).caller, vera);
    await joinChat(vera.username);
  });
  const bramSays = async (message: string) => {
    const data = { message, messageType: 'host' } as const;
    const auth = bram.auth();
    const clientId = server.deps.newId();
    const input = { action: 'message', recipient: 'host', auth, clientId, data } as const;
    return (await say(server.deps, bram.caller, input)).message.id;
  };
  const endDelay = () =>
    showWaiting({ ...server.deps, now: () => new Date(server.deps.now().getTime() + 6000) });
  const remove = (message: string) => callApp(server, removeMessage, { message }, bearer(vera.token));

  it('shows an own message at once, and others’ when they are due', async () => {
    await sendMessage('mine');
    await bramSays('his');
    await hostSays('hers');
    await eventually(() => expect(texts()).toEqual(['mine', 'hers']));
    await endDelay();
    await eventually(() => expect(texts()).toEqual(['mine', 'hers', 'his']));
    expect($outgoing.get()).toEqual([]);
  });

  it('fetches what became due or was removed while the connection was down', async () => {
    const { message: old } = await hostSays('one');
    const gone = await bramSays('gone');
    await bramSays('two');
    await endDelay();
    await eventually(() => expect(texts()).toEqual(['one', 'gone', 'two']));
    await bramSays('three');
    const never = await bramSays('never');
    server.cutLines();
    await Promise.all([remove(gone), remove(never)]);
    await endDelay();
    await eventually(() => expect(texts()).toEqual(['one', 'two', 'three']));
    expect($messages.get()[0]?.id).toBe(old.id);
  });

  it('takes a message away for everybody when it is removed', async () => {
    await sendMessage('mine');
    const [{ id } = { id: '' }] = $messages.get();
    await remove(id);
    await eventually(() => expect(texts()).toEqual([]));
    await endDelay();
    await hostSays('next');
    await eventually(() => expect(texts()).toEqual(['next']));
  });

  it('shows waiting messages to a member who becomes a moderator', async () => {
    await bramSays('his');
    const watching = $chat.get();
    const session = watching.status === 'watching' ? watching.session : '';
    await callApp(server, appointModerator, { target: { session } }, bearer(vera.token));
    await eventually(() => expect($messages.get()).toMatchObject([{ message: 'his', waits: true }]));
    await endDelay();
    await eventually(() => expect($messages.get()[0]?.waits).toBeUndefined());
    expect(texts()).toEqual(['his']);
  });
});

it('keeps the room’s order and shows each message once, in whatever order they arrive', () => {
  openRoom([line(1)]);
  for (const seq of [3, 2, 3, 1, 4]) receiveMessage(line(seq));
  expect($messages.get().map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
});

it('does not let another sender confirm an own message with its client id', async () => {
  await joinChat(vera.username);
  $outgoing.set([{ clientId: 'mine', message: 'Hello', delivery: 'sent' }]);
  receiveMessage(line(1, { messageType: 'member', sender: 'somebody', clientId: 'mine' }));
  expect($outgoing.get()).toHaveLength(1);
});

it('L3.7 L3.10 L4.43 counts messages that arrive while another tab or only the picture is shown', () => {
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

it('does not count a message as unread that was removed', () => {
  openRoom([line(11)]);
  openTab('tips');
  for (const seq of [12, 13]) receiveMessage(line(seq));
  forgetMessages(['11', '12']);
  expect($unread.get()).toBe(1);
  openTab('chat');
});

it('asks a guest who wants to write to register', async () => {
  page.as();
  await joinChat(vera.username);
  await sendMessage('Hello');
  expect($modal.get()).toEqual({ type: 'Register' });
});
