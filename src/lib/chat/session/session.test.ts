import { $player } from '@vonk/media/player';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { goodReception } from '#contract/chat/session.ts';
import { joinChat as joinCall } from '#contract/chat/session-calls.ts';
import { callKey } from '#contract/endpoint.ts';
import { onlineStatus } from '#contract/performers/status.ts';
import { keepAlive } from '#server/chat/session/beats/keep-alive.ts';
import { endChatSession } from '#server/chat/session/end-chat-session.ts';
import { sweepChats } from '#server/chat/session/sweep-chats.ts';
import { countViewers } from '#server/chat/session/viewers.ts';
import { streamRoom } from '#server/media/rooms.ts';
import { changeStatus } from '#server/studio/set-status.ts';
import { aMember, type TestMember, type TestPerformer } from '#server/testing/people.ts';
import { join as joinElsewhere } from '#server/testing/viewer.ts';
import { $modal } from '../../shell/start/dialogs.ts';
import { eventually, openAnnasPage, servePlayableApp, type TestPage } from '../../testing/page.ts';
import { $meter } from '../meter.ts';
import { $stream, openStream } from '../offer.ts';
import { $chatRest, type KeptRest, secondsOf } from '../rests.ts';
import { $chat, $departure, $interrupted, $receipt, $reception, $viewers, openChat } from '../store.ts';
import { $rejoins, REJOIN_EVERY_MS } from './rejoin.ts';
import { createChat } from './session.ts';
import { attachVideo } from './start-stream.ts';

const chat = createChat();
const { joinChat, leaveChat } = chat;
const server = servePlayableApp();
let page: TestPage;
let anna: TestMember;
let vera: TestPerformer;
let detach: () => void;

beforeEach(async () => {
  $chat.set({ status: 'idle' });
  $modal.set(null);
  $departure.set(null);
  ({ page, anna, vera } = await openAnnasPage(server, { credits: 500 }));
  detach = attachVideo({} as HTMLVideoElement, chat);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  chat.close();
  detach();
});

/** The id of the open session. */
function watched(): string {
  const chat = $chat.get();
  if (chat.status !== 'watching') throw new Error(`Chat is ${chat.status}, not watching`);
  return chat.session;
}

/** Joins and plays the first frame. */
async function watch(): Promise<void> {
  await joinChat(vera.username);
  page.player().show();
  await eventually(() => expect($meter.get().spent).toBe(60));
}

/** From now on the test moves the clock of intervals, among them that of attempts to rejoin. */
const stopIntervals = () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

/** Moves the clock until an attempt to rejoin succeeds. */
const rejoined = () =>
  eventually(() => {
    vi.advanceTimersByTime(REJOIN_EVERY_MS);
    expect($chat.get().status).toBe('watching');
  });

it('L3.7 L3.9 L4.19 L4.27 joins, plays, and is charged the first minute at the first frame', async () => {
  await joinChat(vera.username);
  expect($chat.get()).toMatchObject({ status: 'watching', type: 'chat', as: 'member', room: vera.id });
  expect($viewers.get()).toBe(1);
  expect($player.get().state.name).toBe('connecting');
  expect(await anna.credits()).toBe(500);
  page.player().show();
  await eventually(() => expect($meter.get()).toMatchObject({ price: 60, spent: 60 }));
  expect(await anna.credits()).toBe(440);
});

/** Delivers media for this long, with the player reporting it. */
async function see(ms: number, member: TestMember): Promise<void> {
  const stats = { framesDecoded: 25, packetsLost: 0, stalledMs: 0 };
  server.media.deliver(watched(), server.clock.now().getTime());
  for (let left = ms; left > 0; left -= 3000) {
    server.clock.advance(Math.min(3000, left));
    server.media.deliver(watched(), server.clock.now().getTime());
    const { auth } = await keepAlive(server.deps, member.caller, { auth: openChat().auth, stats });
    $chat.set({ ...openChat(), auth });
  }
}

it('L4.27 is notified of each further minute', async () => {
  await watch();
  await see(60_000, anna);
  await eventually(() => expect($meter.get().spent).toBe(120));
});

it('L3.7 L4.23 removes the picture and stops the charge when the viewer leaves', async () => {
  await watch();
  const session = watched();
  leaveChat();
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
  expect($player.get().state.name).toBe('idle');
  await eventually(() => expect($receipt.get()).toMatchObject({ session, charged: 60, total: 60 }));
  await eventually(() => expect(server.media.dropped).toContain(session));
  server.clock.advance(300_000);
  await sweepChats(server.deps);
  expect(await anna.credits()).toBe(440);
});

it('L4.25 leaves by beacon when the page is closed, only if a chat has started', async () => {
  page.hide();
  expect(page.beacons).toEqual([]);
  await watch();
  const session = watched();
  page.hide();
  expect(page.beacons).toEqual(['/api/chat/chat/leave?api-key=vonk-web']);
  await eventually(() => expect(server.media.dropped).toContain(session));
});

it('leaves again if the viewer cancelled during the join', async () => {
  const joining = joinChat(vera.username);
  leaveChat();
  await joining;
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
  await eventually(async () => expect(await countViewers(server.deps, vera.id)).toBe(0));
});

it('L3.15 ends here when the same member opens the chat on another tab', async () => {
  await watch();
  await joinElsewhere(server, anna.caller, vera);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'duplicate_session' }));
});

it('L3.17 shows a plain end for a reason this page does not know', async () => {
  await watch();
  const session = watched();
  const ended = { session, reason: 'of-a-newer-server', receipt: null } as never;
  server.deps.push.toChatSession(session, 'chat-ended', ended);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'default' }));
});

it('L3.16 ends with the reason when the performer pauses, and does not charge the break', async () => {
  await watch();
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
  expect($receipt.get()).toMatchObject({ charged: 60, returned: 60, total: 0 });
});

it.each(['service-ended', 'ping-auth-expired'] as const)(
  'rejoins after the server has ended the chat: %s',
  async (reason) => {
    stopIntervals();
    const { online: onlineNow } = onlineStatus;
    const stop = openStream({
      user: vera.id,
      username: vera.username,
      onlineStatus: onlineNow,
      isMember: true,
    });
    await watch();
    const first = watched();
    await endChatSession(server.deps, first, reason);
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason }));
    await rejoined();
    expect(watched()).not.toBe(first);
    stop();
  },
);

it.each(['chat', 'free'] as const)(
  'shows no card during a restart, until the picture of the %s chat is back',
  async (type) => {
    stopIntervals();
    if (type === 'free') await changeStatus(server.deps, vera.id, onlineStatus.free);
    const status = type === 'free' ? onlineStatus.free : onlineStatus.online;
    const stop = openStream({ user: vera.id, username: vera.username, onlineStatus: status, isMember: true });
    await joinChat(vera.username, type);
    page.player().show();
    await eventually(() => expect($meter.get().from).not.toBeNull());
    await endChatSession(server.deps, watched(), 'service-ended');
    await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended' }));
    expect($interrupted.get()).toMatchObject({ type });
    await rejoined();
    expect($interrupted.get()).not.toBeNull();
    page.player().show();
    expect($interrupted.get()).toBeNull();
    stop();
    // The next test joins what its own page offers.
    $stream.setKey('onlineStatus', onlineStatus.offline);
  },
);

it('goes to the profile with the receipt when the viewer stops during a restart', async () => {
  stopIntervals();
  await watch();
  await endChatSession(server.deps, watched(), 'service-ended');
  await eventually(() => expect($interrupted.get()).not.toBeNull());
  leaveChat();
  expect($interrupted.get()).toBeNull();
  expect($chat.get()).toMatchObject({ status: 'ended', reason: 'left' });
  expect(await $departure.get()?.receipt).toMatchObject({ charged: 60, total: 0 });
});

it('shows the card at once when the performer is away after a restart', async () => {
  stopIntervals();
  const { online } = onlineStatus;
  const stop = openStream({ user: vera.id, username: vera.username, onlineStatus: online, isMember: true });
  await watch();
  await endChatSession(server.deps, watched(), 'service-ended');
  await eventually(() => expect($interrupted.get()).not.toBeNull());
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect($interrupted.get()).toBeNull());
  stop();
});

it('does not rejoin after the viewer has stopped waiting', async () => {
  stopIntervals();
  await watch();
  await endChatSession(server.deps, watched(), 'service-ended');
  await eventually(() => expect($rejoins.get()).toBe('chat'));
  leaveChat();
  $chat.set({ status: 'idle' });
  vi.advanceTimersByTime(REJOIN_EVERY_MS);
  expect($rejoins.get()).toBeNull();
  expect($chat.get().status).toBe('idle');
});

it('reads why it ended when the push was missed', async () => {
  await watch();
  const session = watched();
  vi.spyOn(server.deps.push, 'toChatSession').mockImplementation(() => {});
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  server.cutLines();
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'paused' }));
  expect($receipt.get()).toMatchObject({ session, returned: 60 });
});

it('joins with a new token when the first response was lost', async () => {
  let cuts = 0;
  server.seam.answered = (key) => {
    if (key === callKey(joinCall) && cuts++ === 0) server.cutLines();
  };
  await joinChat(vera.username);
  server.seam.answered = null;
  expect($chat.get().status).toBe('watching');
  expect(await countViewers(server.deps, vera.id)).toBe(1);
});

it('P2.96 L4.10 ends and offers credits when the balance is too low for the next minute', async () => {
  const poor = await aMember(server, 100);
  page.as(poor);
  await watch();
  await expect(see(60_000, poor)).rejects.toThrow('badRequest.session.ended');
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'no_credits' }));
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'stream' });
});

it('P2.97 L4.17 asks for credits before joining when the balance is too low', async () => {
  page.as(await aMember(server, 59));
  await joinChat(vera.username);
  expect($chat.get()).toMatchObject({ status: 'failed', label: 'badRequest.deduct.credits.amount' });
  expect($modal.get()).toEqual({ type: 'NoCredits', variant: 'joining' });
});

it('asks a guest to register before paid chat', async () => {
  page.as();
  await joinChat(vera.username);
  expect($modal.get()).toEqual({ type: 'Register' });
});

it('L4.17 L8.1 names the performer who can’t be joined', async () => {
  await changeStatus(server.deps, vera.id, onlineStatus.offline);
  await joinChat(vera.username);
  expect($chat.get()).toMatchObject({ status: 'failed', label: 'badRequest.performer.offline' });
  await joinChat('nobody-we-know');
  expect($chat.get()).toMatchObject({ status: 'failed', label: 'badRequest.performer.notExists' });
});

it('L4.38 stops the charge when the picture can’t be played', async () => {
  await watch();
  page.player().fail('player.unreachable');
  await eventually(() =>
    expect($chat.get()).toMatchObject({ status: 'failed', label: 'player.unreachable' }),
  );
});

it('reports at once that this browser cannot play the broadcast', async () => {
  await watch();
  page.player().fail('player.format');
  expect($chat.get()).toMatchObject({ status: 'failed', label: 'player.format' });
});

/** Sets the performer's offer, on which rejoining depends. */
function offered(): void {
  const { id: user, username } = vera;
  onTestFinished(openStream({ user, username, onlineStatus: onlineStatus.online, isMember: true }));
}

it('waits and rejoins when the picture failed with the connection, and continues its minute', async () => {
  stopIntervals();
  offered();
  await watch();
  const first = watched();
  const answer = globalThis.fetch;
  const isGone = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  server.cutLines();
  page.player().fail('player.unreachable');
  await eventually(() =>
    expect([$chat.get(), $rejoins.get()]).toMatchObject([{ reason: 'ping-auth-expired' }, 'chat']),
  );
  isGone.mockImplementation(answer);
  await rejoined();
  expect(watched()).not.toBe(first);
  page.player().show();
  await eventually(() => expect($meter.get()).toMatchObject({ spent: 60, leftMs: 60_000 }));
  expect(await anna.credits()).toBe(440);
});

it.each([
  // What was watched of its minute is kept.
  ['ping-auth-expired', 440],
  // The rest is given back.
  ['service-ended', 500],
] as const)(
  'rejoins at once when it learns after a lost connection that the server has ended the chat: %s',
  async (reason, credits) => {
    // No attempt follows later.
    stopIntervals();
    offered();
    await watch();
    const first = watched();
    vi.spyOn(server.deps.push, 'toChatSession').mockImplementation(() => {});
    await endChatSession(server.deps, first, reason);
    server.cutLines();
    await eventually(() => {
      expect($chat.get().status).toBe('watching');
      expect(watched()).not.toBe(first);
    });
    expect($departure.get()).toBeNull();
    expect(await anna.credits()).toBe(credits);
  },
);

it('keeps the rest of a minute for the card, first estimated, then from the receipt', async () => {
  await watch();
  await see(21_000, anna);
  leaveChat();
  expect(secondsOf($chatRest.get() as KeptRest)).toBeGreaterThan(50);
  await eventually(() => expect(secondsOf($chatRest.get() as KeptRest)).toBe(39));
  await joinChat(vera.username);
  expect($chatRest.get()).toBeNull();
  expect($meter.get().leftMs).toBe(39_000);
  expect($meter.get().spent).toBe(60);
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect($chat.get()).toMatchObject({ reason: 'paused' }));
});

it('keeps no rest of a minute the performer ended', async () => {
  await watch();
  await changeStatus(server.deps, vera.id, onlineStatus.paused);
  await eventually(() => expect($chat.get()).toMatchObject({ reason: 'paused' }));
  expect($chatRest.get()).toBeNull();
});

it('shows the end, not a failure, when the media server refuses a viewer whose session has ended', async () => {
  await watch();
  vi.spyOn(server.deps.push, 'toChatSession').mockImplementation(() => {});
  await endChatSession(server.deps, watched(), 'service-ended');
  page.player().fail('player.unauthorized');
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'ended', reason: 'service-ended' }));
});

it('joins once, however often it is called', async () => {
  await Promise.all([joinChat(vera.username), joinChat(vera.username)]);
  await joinChat(vera.username);
  expect($chat.get().status).toBe('watching');
  expect($viewers.get()).toBe(1);
});

it('learns that the picture is frozen when it joins, by push and by keep-alive', async () => {
  const room = streamRoom(vera.id);
  server.media.publish(room, { picture: 'frozen' });
  await joinChat(vera.username);
  page.player().show();
  expect($reception.get()).toEqual({ isFrozen: true, isSilent: false });
  await eventually(() => expect($meter.get().from).not.toBeNull());
  expect($meter.get().stoodAt).not.toBeNull();
  await eventually(() => {
    server.deps.push.toRoom(vera.id, 'chat-reception', { room: vera.id, isFrozen: false, isSilent: true });
    expect($reception.get()).toEqual({ isFrozen: false, isSilent: true });
  });
  expect($meter.get().stoodAt).toBeNull();
  server.media.publish(room);
  await eventually(() => expect($reception.get()).toEqual(goodReception));
});

it('L4.24 L4.33 L4.42 enters the room again after a lost connection', async () => {
  await watch();
  // Listens first: the connection may be back before a check.
  const contacts = new Set<unknown>();
  onTestFinished($chat.listen((chat) => contacts.add('contact' in chat && chat.contact)));
  server.cutLines();
  await eventually(() => expect(contacts).toContain('lost'));
  await eventually(() => expect($chat.get()).toMatchObject({ status: 'watching', contact: 'up' }));
  await eventually(() => {
    server.deps.push.toRoom(vera.id, 'chat-viewers', { room: vera.id, viewers: 9 });
    expect($viewers.get()).toBe(9);
  });
});
