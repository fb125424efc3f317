import { $player, hurryPlayer, type PlayerTrouble, playerStats } from '@vonk/media/player';
import * as z from 'zod/mini';
import type { Receipt } from '#contract/chat/receipt-calls.ts';
import { type EndReason, endReasonSchema } from '#contract/chat/session.ts';
import { keepAlive as keepAliveCall, readChatReceipt } from '#contract/chat/session-calls.ts';
import type { GoalView } from '#contract/chat/tipping/goals.ts';
import { lineIn } from '#contract/chat/tipping/line-texts.ts';
import { type ErrorLabel, labelOf } from '#contract/errors.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { call, documentLocale } from '../../api/call.ts';
import { isConnected, on, onConnection } from '../../api/socket/socket.ts';
import { watchGuestTime } from '../free-time.ts';
import { moveMeter, readMeter, seeFirstPicture } from '../meter.ts';
import { request } from '../request.ts';
import { addNotice, fetchMissed, forgetMessages, receiveMessage } from '../room/messages.ts';
import { $voice, changeVoice, heardVoice } from '../room/voice.ts';
import { $chat, $goal, $reception, $viewers, $watchedType, openChat, type Watching } from '../store.ts';
import { followToy } from '../toys/follow-toy.ts';
import { type KeepAlive, startKeepAlive } from './keep-alive.ts';

export interface RunningSession {
  session: string;
  performer: string;
  /** As returned by the join. */
  isToyOn: boolean;
  goal: GoalView | null;
  /** Seconds a guest may watch; null without a limit. */
  secondsLeft: number | null;
  /** The page noticed the end: the server has to be told. */
  onEnd: (reason: EndReason) => void;
  /** `isBack`: the page learnt it from the server after a gap, so that the server can be asked again at once. */
  onEnded: (reason: EndReason, receipt: Receipt | null, isBack: boolean) => void;
  onFailure: (label: ErrorLabel | PlayerTrouble) => void;
  onPageGone: () => void;
}

/** Everything that runs while a chat is open. Returns a stop function. */
export function runSession(chat: RunningSession): () => void {
  let mayHaveMissed = !isConnected();
  $goal.set(chat.goal);
  const alive = startKeepAlive({
    send: async () => {
      await keepAlive(chat.session);
      if (!mayHaveMissed) return;
      await fetchMissed();
      mayHaveMissed = !isConnected();
    },
    onContact: (contact) => change({ contact }),
    onOver: (label) => giveUp(chat, label, mayHaveMissed && isConnected()),
  });
  const stops = [
    () => $goal.set(null),
    () => alive.stop(),
    watchGuestTime(chat.secondsLeft, () => chat.onEnd('guest_expired')),
    onConnection((state) => {
      mayHaveMissed ||= state === 'disconnected';
      // The first keep-alive of a new connection enters the room again.
      if (state === 'connected') alive.beat();
      else change({ contact: 'lost' });
    }),
    watchPlayer(chat, alive),
    followToy(chat.performer, chat.isToyOn),
    onPageHide(chat.onPageGone),
    ...listenToPushes(chat),
    // The next keep-alive returns the chat's new type.
    on('vip-state', alive.beat),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** ms over which the viewers of a room connect when its broadcast is back. */
const HURRY_WITHIN_MS = 500;

function listenToPushes({ session, onEnded }: RunningSession): (() => void)[] {
  let hurry: ReturnType<typeof setTimeout> | undefined;
  return [
    () => clearTimeout(hurry),
    on('chat-message', ({ message }) => receiveMessage(message)),
    on('chat-tip-returned', ({ message }) => receiveMessage(message)),
    on('chat-removed', ({ messages }) => forgetMessages(messages)),
    on('room-settings', ({ slowSeconds }) => {
      changeVoice({ slowSeconds });
      if (slowSeconds !== null) addNotice('chat.wait.slowOn', { seconds: slowSeconds });
    }),
    on('room-goal', ({ goal, reached }) => {
      $goal.set(goal);
      for (const { text, texts } of reached)
        addNotice('tips.goal.reached', { text: lineIn(documentLocale(), text, texts) });
    }),
    on('chat-voice', ({ session: whose, ...voice }) => {
      if (whose !== session) return;
      const before = $voice.get();
      $voice.set(heardVoice(voice));
      if (before.isModerator === voice.isModerator) return;
      addNotice(`chat.moderation.${voice.isModerator ? 'begun' : 'over'}`);
      // A moderator sees messages that wait.
      void fetchMissed();
    }),
    on('room-moderators', ({ moderators }) => changeVoice({ moderators })),
    on('limit-near', ({ period, ...near }) => addNotice(`chat.near.${period}`, near)),
    on('chat-viewers', ({ viewers }) => $viewers.set(viewers)),
    on('chat-reception', ({ isFrozen, isSilent }) => $reception.set({ isFrozen, isSilent })),
    on('chat-meter', (meter) => {
      if (meter.session === session) readMeter(meter);
    }),
    on('chat-picture', () => {
      clearTimeout(hurry);
      hurry = setTimeout(hurryPlayer, Math.random() * HURRY_WITHIN_MS);
    }),
    on('chat-ended', (ended) => {
      // A newer server may send reasons this page has no texts for.
      if (ended.session === session)
        onEnded(z.catch(endReasonSchema, 'default').parse(ended.reason), ended.receipt, false);
    }),
  ];
}

/** The first frame is reported at once: the paid unit starts with it. */
function watchPlayer(chat: RunningSession, alive: KeepAlive): () => void {
  const move = () => moveMeter($player.get().state.name === 'playing' && !$reception.get().isFrozen);
  const stopMoving = $reception.listen(move);
  const stopListening = $player.listen(({ state }) => {
    if (state.name === 'failed') void failOrEnd(chat, state.label);
    move();
    if (state.name === 'playing' && seeFirstPicture(playerStats()?.firstFrameAt ?? steadyNow())) alive.beat();
  });
  return () => {
    stopMoving();
    stopListening();
  };
}

/** ms in which the push of an end arrives, unless it was missed. */
const PUSH_WITHIN_MS = 2000;

async function keepAlive(session: string): Promise<void> {
  const { auth } = openChat();
  const seen = playerStats();
  const stats = seen
    ? { framesDecoded: seen.framesDecoded, packetsLost: seen.packetsLost, stalledMs: seen.stalledMs }
    : undefined;
  const answer = await request(keepAliveCall, { auth, stats });
  if (!isWatched(session)) return;
  change({ auth: answer.auth, type: answer.meta.type });
  $watchedType.set(answer.meta.type);
  readMeter(answer.meter);
  $reception.set(answer.reception);
}

/** The server refused a keep-alive, or was unreachable until the auth token expired. */
function giveUp(
  { session, onEnd, onEnded, onFailure }: RunningSession,
  label: ErrorLabel,
  isBack: boolean,
): void {
  if (label === 'badRequest.unauthorized') onEnded('ping-unauthorized', null, false);
  else if (label === 'badRequest.session.ended')
    void readReceipt(session).then((receipt) => {
      if (receipt?.reason) onEnded(receipt.reason, receipt, isBack);
      // The push went to the lost connection.
      else if (isBack) onEnded('ping-auth-expired', null, isBack);
      // A guest has no receipt: the reason comes with the push, which may arrive later than this answer.
      else setTimeout(() => isWatched(session) && onEnd('ping-auth-expired'), PUSH_WITHIN_MS);
    });
  else if (label === 'badRequest.invalid.auth' || label === 'UNAVAILABLE') onEnd('ping-auth-expired');
  else onFailure(label);
}

/**
 * Asks the server why the picture stopped: the session may have ended, or the connection may be lost. The chat then
 * waits for the connection, as after `ping-auth-expired`.
 */
async function failOrEnd(running: RunningSession, label: PlayerTrouble): Promise<void> {
  const { session, onEnd, onEnded, onFailure } = running;
  // Caused by this browser or the broadcast: a reconnect does not help.
  if (label === 'player.format' || label === 'player.codec') return onFailure(label);
  const answer = await call(readChatReceipt, { session }).catch(labelOf);
  if (!isWatched(session)) return;
  if (answer === 'UNAVAILABLE') onEnd('ping-auth-expired');
  else if (typeof answer !== 'string' && answer.reason) onEnded(answer.reason, answer, false);
  else onFailure(label);
}

function isWatched(session: string): boolean {
  const chat = $chat.get();
  return chat.status === 'watching' && chat.session === session;
}

/** Reads why a chat ended when the push was missed. Guests have no receipt. */
const readReceipt = (session: string): Promise<Receipt | null> =>
  call(readChatReceipt, { session }).catch(() => null);

function change(changes: Partial<Pick<Watching, 'auth' | 'contact' | 'type'>>): void {
  const chat = $chat.get();
  if (chat.status === 'watching') $chat.set({ ...chat, ...changes });
}

function onPageHide(handler: () => void): () => void {
  window.addEventListener('pagehide', handler);
  return () => window.removeEventListener('pagehide', handler);
}
