import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { onlineStatus } from '#contract/performers/status.ts';
import { keepAlive } from '#server/chat/session/beats/keep-alive.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { sweepVip } from '#server/chat/vip/sweep-vip.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { accept, askForVip as askElsewhere, decline } from '#server/studio/vip/testing.ts';
import { stopVipShow } from '#server/studio/vip/vip-shows.ts';
import { aMember, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { watch as watchElsewhere } from '#server/testing/viewer.ts';
import { $modal } from '../../shell/start/dialogs.ts';
import { eventually, openAnnasPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { $wallet } from '../../wallet/store.ts';
import { $meter } from '../meter.ts';
import { $offer, openStream } from '../offer.ts';
import { $vipRest, type KeptRest, secondsOf } from '../rests.ts';
import { $notices } from '../room/messages.ts';
import { $rejoins } from '../session/rejoin.ts';
import { createChat } from '../session/session.ts';
import { attachVideo } from '../session/start-stream.ts';
import { $chat, $departure, $ownShow, openChat } from '../store.ts';
import { $tab, openTab } from '../tabs.ts';
import { createLobby, followOwnShow, goOnWithShow } from './lobby.ts';
import { createVip } from './vip.ts';

const chat = createChat();
const { endChat, joinChat } = chat;
const vip = createVip();
const { $vip, askForVip, requestVip, stopVip } = vip;
const lobby = createLobby();
const server = servePlayableApp();
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;
let detach: () => void;

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $vip.set({ status: 'idle' });
  $modal.set(null);
  $departure.set(null);
  openTab('vip');
  ({ page, anna, vera } = await openAnnasPage(server, { credits: 1000 }));
  $wallet.setKey('credits', 1000);
  detach = attachVideo({} as HTMLVideoElement, chat);
});
afterEach(() => {
  vi.restoreAllMocks();
  chat.close();
  vip.close();
  lobby.stopWaiting();
  detach();
});

async function watch(): Promise<void> {
  await joinChat(vera.username);
  page.player().show();
  await eventually(() => expect($meter.get().spent).toBe(60));
}

/** Returns the id of the request. */
async function ask(): Promise<string> {
  await watch();
  askForVip();
  await requestVip();
  const state = $vip.get();
  if (state.status !== 'pending') throw new Error(`Request is ${state.status}, not pending`);
  return state.request;
}

const notices = () => $notices.get().map(({ key }) => key);

it('L3.7 L4.47 L4.48 L4.49 L7.11 shows the price first, asks once, and ignores a second request', async () => {
  const request = await ask();
  askForVip();
  expect($vip.get()).toMatchObject({ status: 'pending', request });
});

it('L3.7 L4.50 L5.5 opens the wallet tab below 480 credits, and does not ask the performer', async () => {
  await watch();
  $wallet.setKey('credits', 479);
  askForVip();
  expect($tab.get()).toBe('wallet');
  expect($vip.get().status).toBe('idle');
});

it('P2.100 L4.49 shows missing credits that only the server knew of', async () => {
  const poor = await aMember(server, 400);
  page.as(poor);
  await watch();
  $wallet.setKey('credits', 1000);
  askForVip();
  await requestVip();
  expect($vip.get().status).toBe('idle');
  expect($modal.get()).toEqual({ type: 'NoCreditsForVip' });
});

it('L4.34 L4.47 L4.51 L6.4 becomes the show without joining again when it is accepted: type, price and a notice', async () => {
  const request = await ask();
  const { session, config } = openChat();
  // The player has received media recently.
  server.media.deliver(session, server.clock.now().getTime());
  await accept(server, vera, request);
  await eventually(() => expect(openChat()).toMatchObject({ type: 'vip', session }));
  expect(openChat().config).toBe(config);
  await eventually(() => expect($meter.get()).toMatchObject({ price: 240, spent: 240 }));
  expect($vip.get().status).toBe('idle');
  expect(notices()).toEqual(['vip.notice.accepted']);
});

it('L4.34 L4.47 L4.52 can be requested again after it was declined', async () => {
  await decline(server, vera, await ask());
  await eventually(() => expect($vip.get().status).toBe('idle'));
  expect(notices()).toEqual(['vip.notice.declined']);
  askForVip();
  expect($vip.get().status).toBe('asking');
});

it('expires after two minutes without an answer', async () => {
  await ask();
  server.clock.advance(3000);
  const { auth } = await keepAlive(server.deps, anna.caller, { auth: openChat().auth });
  $chat.set({ ...openChat(), auth });
  server.clock.advance(117_000);
  await sweepVip(server.deps);
  await eventually(() => expect(notices()).toEqual(['vip.notice.expired']));
  expect($vip.get().status).toBe('idle');
});

it('L7.12 can be withdrawn by the member', async () => {
  await ask();
  await stopVip();
  expect($vip.get().status).toBe('idle');
  expect(notices()).toEqual(['vip.notice.withdrawn']);
});

async function begin(): Promise<void> {
  const request = await ask();
  server.media.deliver(openChat().session, server.clock.now().getTime());
  await accept(server, vera, request);
  await eventually(() => expect($meter.get().price).toBe(240));
}

it('L7.12 ends when the member stops', async () => {
  await begin();
  await stopVip();
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'vip-ended' }));
});

it('L4.34 L4.47 L4.53 ends when the performer stops, with a notice between the messages', async () => {
  await begin();
  await stopVipShow(server.deps, vera.caller);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'vip-stopped' }));
  await eventually(() => expect(notices()).toContain('vip.notice.stopped'));
});

it('rejoins after a lost connection, in the same minute', async () => {
  const { id, username } = vera;
  const close = openStream({ user: id, username, onlineStatus: 1, isMember: true });
  await begin();
  await eventually(() => expect($offer.get()).toBe('busy'));
  const { session } = openChat();
  void endChat('ping-auth-expired');
  expect($chat.get()).toMatchObject({ status: 'ended' });
  expect($rejoins.get()).toBe('vip');
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', type: 'vip' }));
  expect(openChat().session).not.toBe(session);
  page.player().show();
  await eventually(() => expect($meter.get().leftMs).toBeGreaterThan(0));
  // The stay has cost 240 credits so far.
  expect(await anna.credits()).toBe(760);
  expect($meter.get().spent).toBe(240);
  expect($rejoins.get()).toBeNull();
  close();
});

it('is not rejoined if it ended meanwhile', async () => {
  const { id, username } = vera;
  const close = openStream({ user: id, username, onlineStatus: 1, isMember: true });
  await begin();
  await eventually(() => expect($offer.get()).toBe('busy'));
  await stopVipShow(server.deps, vera.caller);
  await eventually(() => expect($chat.get()).toMatchObject({ reason: 'vip-stopped' }));
  expect($rejoins.get()).toBeNull();
  close();
});

it('is offered to its member after a reload, and continues without a new request', async () => {
  const { id, username } = vera;
  await begin();
  page.hide();
  await eventually(() => expect($chat.get().status).toBe('ended'));
  $chat.set({ status: 'idle' });
  const stops = [
    openStream({ user: id, username, onlineStatus: 5, isMember: true }),
    followOwnShow(username),
  ];
  await eventually(() => expect($ownShow.get()?.until).toBeGreaterThan(0));
  await goOnWithShow(username, { vip, chat });
  expect(openChat()).toMatchObject({ type: 'vip' });
  page.player().show();
  await eventually(() => expect($meter.get().leftMs).toBeGreaterThan(0));
  expect(await anna.credits()).toBe(760);
  for (const stop of stops) stop();
  expect($ownShow.get()).toBeNull();
});

it('shows a missed answer at the next connection', async () => {
  const request = await ask();
  vi.spyOn(server.deps.push, 'toChatSession').mockImplementation(() => {});
  await decline(server, vera, request);
  server.cutLines();
  await eventually(() => expect(notices()).toEqual(['vip.notice.declined']));
});

it('L4.32 L7.5 ends the chat of all other viewers, who can wait and see how many others do', async () => {
  const { id, username } = vera;
  const close = openStream({ user: id, username, onlineStatus: 1, isMember: true });
  await watch();
  const bea = await aMember(server, 1000);
  const other = await watchElsewhere(server, bea.caller, vera);
  await accept(server, vera, await askElsewhere(server, other));
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'vip-started' }));
  lobby.waitFor(username);
  await eventually(() => expect(lobby.$lobby.get()).toMatchObject({ status: 'in', waiting: 1 }));
  const spent = await anna.credits();
  lobby.stopWaiting();
  expect(lobby.$lobby.get()).toEqual({ status: 'out' });
  expect(await anna.credits()).toBe(spent);
  close();
});

it('can be requested again with the rest of its minute, whatever the balance', async () => {
  const { id, username } = vera;
  const close = openStream({ user: id, username, onlineStatus: 1, isMember: true });
  await begin();
  page.player().show();
  await eventually(() => expect($meter.get().leftMs).toBeGreaterThan(0));
  $wallet.setKey('credits', 240);
  await stopVip();
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'vip-ended' }));
  expect(secondsOf($vipRest.get() as KeptRest)).toBeGreaterThan(50);
  await changeStatus(server.deps, vera.id, onlineStatus.online);
  await eventually(() => expect($offer.get()).toBe('paid'));
  await joinChat(username);
  askForVip();
  expect($vip.get().status).toBe('asking');
  expect($tab.get()).toBe('vip');
  close();
});

it.each([
  ['its word arrived', false],
  ['its word was lost with the line', true],
])('is rejoined when the server noticed the lost connection first, and %s', async (_, isLost) => {
  const { id, username } = vera;
  onTestFinished(openStream({ user: id, username, onlineStatus: 1, isMember: true }));
  await begin();
  await eventually(() => expect($offer.get()).toBe('busy'));
  const { session } = openChat();
  // What ended stays for a moment only: the page rejoins at once where it learns of the end after the line is back.
  const reasons: unknown[] = [];
  onTestFinished($chat.listen((chat) => void reasons.push('reason' in chat && chat.reason)));
  const pushes = vi.spyOn(server.deps.push, 'toChatSession');
  if (isLost) pushes.mockImplementation(() => {});
  await endChatSession(server.deps, session, 'ping-auth-expired');
  pushes.mockRestore();
  if (isLost) server.cutLines();
  await eventually(() => expect(reasons).toContain('ping-auth-expired'));
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', type: 'vip' }));
  expect(openChat().session).not.toBe(session);
  expect($departure.get()).toBeNull();
  expect(await anna.credits()).toBe(760);
});

it('waits for the connection when the picture failed with it', async () => {
  const { id, username } = vera;
  onTestFinished(openStream({ user: id, username, onlineStatus: 1, isMember: true }));
  await begin();
  await eventually(() => expect($offer.get()).toBe('busy'));
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  page.player().fail('player.unreachable');
  await eventually(() =>
    expect([$chat.get(), $rejoins.get()]).toMatchObject([{ reason: 'ping-auth-expired' }, 'vip']),
  );
});
