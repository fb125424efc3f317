import { afterEach, beforeEach, expect, it } from 'vitest';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { makeMember } from '#server/testing/make.ts';
import { aPerformer, type TestPerformer } from '#server/testing/people.ts';
import { callWith, hangUp, openPhone, type TestPhone } from '#server/wallet/dial-in/testing.ts';
import { reconnect } from '../../api/socket/socket.ts';
import { $modal, closeModal } from '../../shell/start/dialogs.ts';
import { $session } from '../../shell/start/session.ts';
import { eventually, openPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { $dialIn, noDialIn } from '../../wallet/store.ts';
import { $meter } from '../meter.ts';
import { $offer, openStream } from '../offer.ts';
import { $messages, isOwn, sendMessage } from '../room/messages.ts';
import { nicknameForm } from '../room/nickname.ts';
import { $chat } from '../store.ts';
import { createChat } from './session.ts';
import { attachVideo, autoplay } from './start-stream.ts';

const chat = createChat();
const { leaveChat } = chat;
const server = servePlayableApp();
let page: TestPage;
let anna: TestPhone;
let call: string;
let names = 0;
let stops: (() => void)[] = [];

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $session.set({ status: 'guest' });
  $dialIn.set(noDialIn);
  closeModal();
  page = openPage(server);
  anna = await openPhone(server);
  page.as();
  page.cookies.set('vonk_phone', (anna.headers['cookie'] ?? '').replace('vonk_phone=', ''));
  reconnect();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  chat.close();
});

/** Opens the stream page as a guest, with the performer in this status. */
async function visit(status: OnlineStatus): Promise<TestPerformer> {
  const performer = await aPerformer(server, status);
  const stream = { user: performer.id, username: performer.username, onlineStatus: status, isMember: false };
  stops = [
    openStream({ ...stream, canCall: true }),
    attachVideo({} as HTMLVideoElement, chat),
    autoplay(chat),
  ];
  return performer;
}
const begin = async () => {
  call = await callWith(server, anna);
  $dialIn.set({ ...noDialIn, init: true, active: true, session: anna.session, state: 'IN_CALL' });
};
const watches = (changes: object) =>
  eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', ...changes }));
const takeName = async (): Promise<string> => {
  names += 1;
  const nickname = `Zonnetje${names}`;
  expect(await nicknameForm.submit({ nickname })).toBe(true);
  return nickname;
};

it('L3.7 L4.13 L4.18 asks for a name and then watches as long as the call lasts', async () => {
  await visit(onlineStatus.online);
  expect($offer.get()).toBe('register');
  await begin();
  await eventually(() => expect($modal.get()).toEqual({ type: 'Nickname' }));
  const name = await takeName();
  await watches({ as: 'phone', sender: name, type: 'chat' });
  expect($modal.get()).toBeNull();
  expect($meter.get().price).toBe(0);
  page.player().show();
  await sendMessage('Hallo');
  expect($messages.get().map(({ sender, message }) => [sender, message])).toEqual([[name, 'Hallo']]);
  await hangUp(server, call, 30);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'dialin_stopped' }));
});

it('L8.5 changes the name in the chat, and shows a refusal as the form’s error', async () => {
  await visit(onlineStatus.online);
  await begin();
  await eventually(() => expect($modal.get()).toEqual({ type: 'Nickname' }));
  await takeName();
  await watches({ as: 'phone' });
  await makeMember(server.deps, { username: 'Maneschijn' });
  expect(await nicknameForm.submit({ nickname: 'maneschijn' })).toBe(false);
  expect(nicknameForm.$state.get()).toMatchObject({ status: 'failed', label: 'badRequest.username_exists' });
  await sendMessage('Eerst');
  const next = await takeName();
  expect($chat.get()).toMatchObject({ sender: next });
  expect($messages.get().map((message) => isOwn(message, next))).toEqual([true]);
});

it('continues in free chat without the guest’s limit', async () => {
  await visit(onlineStatus.free);
  await watches({ as: 'guest' });
  await begin();
  await eventually(() => expect($modal.get()).toEqual({ type: 'Nickname' }));
  await takeName();
  await watches({ as: 'phone', type: 'free' });
});

it('pauses with the performer and continues when the performer does', async () => {
  const vera = await visit(onlineStatus.online);
  await begin();
  await eventually(() => expect($modal.get()).toEqual({ type: 'Nickname' }));
  await takeName();
  await watches({ as: 'phone' });
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
  await changeStatus(server.deps, vera.id, onlineStatus.online);
  await watches({ as: 'phone' });
  leaveChat();
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
  expect($offer.get()).toBe('phone');
});

it('L4.13 also ends the chat when the end of the call arrives first', async () => {
  await visit(onlineStatus.online);
  await begin();
  await eventually(() => expect($modal.get()).toEqual({ type: 'Nickname' }));
  await takeName();
  await watches({ as: 'phone' });
  $dialIn.set({ ...$dialIn.get(), active: false, state: 'ENDED' });
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'dialin_stopped' });
});
