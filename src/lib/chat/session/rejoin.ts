import { atom } from 'nanostores';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import { KEPT_MINUTES, MINUTE_MS, VIP_RETURN_SECONDS } from '#contract/chat/units.ts';
import { steadyNow } from '#lib/shell/translate.ts';
import { onConnection } from '../../api/socket/socket.ts';
import { $offer, type Offer } from '../offer.ts';
import { joinRefusal } from '../request.ts';
import { $chat } from '../store.ts';

/** Ends by a failure: the chat resumes when the connection, or the service, is back. */
const unwanted: ReadonlySet<EndReason> = new Set(['ping-auth-expired', 'service-ended']);

export const isUnwanted = (reason: EndReason): boolean => unwanted.has(reason);

/** What this page rejoins by itself; null if nothing. */
export const $rejoins = atom<ChatType | null>(null);

/** A show is kept after a lost connection, but not when the service ended. */
export const goesOnByItself = (reason: EndReason, type: ChatType): boolean =>
  type === 'vip' ? reason === 'ping-auth-expired' : isUnwanted(reason);

/** ms for which the server keeps the show or the rest. */
const keptFor = (type: ChatType): number =>
  type === 'vip' ? VIP_RETURN_SECONDS * 1000 : KEPT_MINUTES * MINUTE_MS;

function isOffered(type: ChatType, offer: Offer): boolean {
  // A performer in a show is busy for everyone else.
  if (type === 'vip') return offer === 'busy';
  return offer === 'free' || offer === 'phone' || (offer === 'paid' && type !== 'free');
}

/** ms between two attempts. */
export const REJOIN_EVERY_MS = 2000;

/**
 * Rejoins once the performer can be watched again, while the show or the rest is kept; never from free into paid
 * chat. Stops when the viewer does something else. `isBack`: the server answers again.
 */
export function rejoinWhenBack(type: ChatType, join: () => Promise<void>, isBack: boolean): () => void {
  const ended = $chat.get();
  const until = steadyNow() + keptFor(type);
  let isConnected = false;
  let wasCut = isBack;
  let isJoining = false;
  const stop = (): void => {
    if (stops.length > 0) $rejoins.set(null);
    for (const end of stops.splice(0)) end();
  };
  const attempt = async (): Promise<void> => {
    isJoining = true;
    await join();
    isJoining = false;
    const chat = $chat.get();
    if (chat.status === 'failed' && joinRefusal(chat.label).passes) $chat.set(ended);
    else {
      stop();
      // The offer then shows the performer's status.
      if (chat.status === 'failed' && type === 'vip') $chat.set(ended);
    }
  };
  const consider = (): void => {
    if (isJoining) return;
    if ($chat.get() !== ended || steadyNow() > until) {
      stop();
      return;
    }
    if (isConnected && navigator.onLine !== false && isOffered(type, $offer.get())) void attempt();
  };
  const timer = setInterval(consider, REJOIN_EVERY_MS);
  const stops = [
    () => clearInterval(timer),
    onConnection((state) => {
      isConnected = state === 'connected';
      // At once after a restart of the server.
      if (isConnected && wasCut) consider();
      wasCut ||= !isConnected;
    }),
  ];
  $rejoins.set(type);
  return stop;
}
