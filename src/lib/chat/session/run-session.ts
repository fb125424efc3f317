import type { EndReason } from '#contract/chat/session.ts';
import { keepAlive as keepAliveCall } from '#contract/chat/session-calls.ts';
import type { ErrorLabel } from '#contract/errors.ts';
import { on, onConnection } from '../../api/socket.ts';
import type { PlayerTrouble } from '../../player/agent.ts';
import { $player, playerStats } from '../../player/store.ts';
import { fetchMissed, receiveMessage } from '../room/messages.ts';
import { watchGuestTime } from './guest-time.ts';
import { type KeepAlive, startKeepAlive } from './keep-alive.ts';
import { readMeter, seeFirstPicture } from './meter.ts';
import { isSocketDown, request } from './request.ts';
import { $chat, $viewers, openChat, type Watching } from './store.ts';

export interface RunningSession {
  session: string;
  /** Seconds a guest may watch; null without a limit. */
  secondsLeft: number | null;
  /** Noticed on this page: the server has to be told. */
  onEnd: (reason: EndReason) => void;
  onEnded: (reason: EndReason) => void;
  onFailure: (label: ErrorLabel | PlayerTrouble) => void;
  onPageGone: () => void;
}

/** Everything that runs while a chat is open. Returns how to stop. */
export function runSession(chat: RunningSession): () => void {
  let mayHaveMissed = isSocketDown();
  const alive = startKeepAlive({
    send: async () => {
      await keepAlive(chat.session);
      if (!mayHaveMissed) return;
      await fetchMissed();
      mayHaveMissed = isSocketDown();
    },
    onContact: (contact) => change({ contact }),
    onOver: (label) => giveUp(chat, label),
  });
  const stops = [
    () => alive.stop(),
    watchGuestTime(chat.secondsLeft, () => chat.onEnd('guest_expired')),
    onConnection((state) => {
      mayHaveMissed ||= state === 'disconnected';
      // The first keep-alive of a new connection enters the room again.
      if (state === 'connected') alive.beat();
      else change({ contact: 'lost' });
    }),
    watchPlayer(chat, alive),
    onPageHide(chat.onPageGone),
    ...listenToPushes(chat),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

function listenToPushes({ session, onEnded }: RunningSession): (() => void)[] {
  return [
    on('chat-message', ({ message }) => receiveMessage(message)),
    on('chat-viewers', ({ viewers }) => $viewers.set(viewers)),
    on('chat-meter', (meter) => {
      if (meter.session === session) readMeter(meter);
    }),
    on('chat-ended', (ended) => {
      if (ended.session === session) onEnded(ended.reason);
    }),
  ];
}

/** The first frame is reported at once: the paid minute starts with it. */
function watchPlayer({ onFailure }: RunningSession, alive: KeepAlive): () => void {
  return $player.listen(({ state }) => {
    if (state.name === 'failed') onFailure(state.label);
    if (state.name === 'playing' && seeFirstPicture(playerStats()?.firstFrameAt ?? Date.now())) alive.beat();
  });
}

async function keepAlive(session: string): Promise<void> {
  const { auth } = openChat();
  const seen = playerStats();
  const stats = seen
    ? { framesDecoded: seen.framesDecoded, packetsLost: seen.packetsLost, stalledMs: seen.stalledMs }
    : undefined;
  const answer = await request(keepAliveCall, { auth, stats });
  const chat = $chat.get();
  if (chat.status !== 'watching' || chat.session !== session) return;
  change({ auth: answer.auth });
  readMeter(answer.meter);
}

/** The server refused a keep-alive, or was unreachable until the auth token expired. */
function giveUp({ onEnd, onEnded, onFailure }: RunningSession, label: ErrorLabel): void {
  if (label === 'badRequest.session.ended') onEnded('default');
  else if (label === 'badRequest.invalid.auth' || label === 'UNAVAILABLE') onEnd('ping-auth-expired');
  else onFailure(label);
}

function change(changes: Partial<Pick<Watching, 'auth' | 'contact'>>): void {
  const chat = $chat.get();
  if (chat.status === 'watching') $chat.set({ ...chat, ...changes });
}

function onPageHide(handler: () => void): () => void {
  window.addEventListener('pagehide', handler);
  return () => window.removeEventListener('pagehide', handler);
}
