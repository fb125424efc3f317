import { atom } from 'nanostores';
import { KEPT_MINUTES, MINUTE_MS, VIP_RETURN_SECONDS } from '#contract/chat/minutes.ts';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import { onConnection } from '../../api/socket.ts';
import { $offer, type Offer } from './offer.ts';
import { $chat } from './store.ts';

/** Ends that nobody wanted: the chat goes on when the line, or the service, is back. */
const unwanted: ReadonlySet<EndReason> = new Set(['ping-auth-expired', 'service-ended']);

export const isUnwanted = (reason: EndReason): boolean => unwanted.has(reason);

/** What this page goes on with by itself; null when it does not. */
export const $rejoins = atom<ChatType | null>(null);

/** A show is kept through a lost line, not through an end of the service. */
export const goesOnByItself = (reason: EndReason, type: ChatType): boolean =>
  type === 'vip' ? reason === 'ping-auth-expired' : isUnwanted(reason);

/** ms for which the server keeps what was watched. */
const keptFor = (type: ChatType): number =>
  type === 'vip' ? VIP_RETURN_SECONDS * 1000 : KEPT_MINUTES * MINUTE_MS;

function isOffered(type: ChatType, offer: Offer): boolean {
  // To everybody else a performer in a show is busy.
  if (type === 'vip') return offer === 'busy';
  return offer === 'free' || offer === 'phone' || (offer === 'paid' && type !== 'free');
}

/** Joins that may succeed a moment later. */
const passing: ReadonlySet<string> = new Set([
  'UNAVAILABLE',
  'badRequest.performer.offline',
  'badRequest.media.unavailable',
]);

/** ms between two attempts. */
const RETRY_MS = 2000;

/**
 * Joins again without a click when the connection is back and the performer can be watched, for as long as the rest of
 * a minute, or the show, is kept: not in paid chat who had watched for free. Stops when the viewer does something else.
 * Returns how to stop.
 */
export function rejoinWhenBack(type: ChatType, join: () => Promise<void>): () => void {
  const ended = $chat.get();
  const until = Date.now() + keptFor(type);
  let isConnected = false;
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
    if (chat.status === 'failed' && passing.has(chat.label)) $chat.set(ended);
    else {
      stop();
      // What is said of the performer then is said by the offer.
      if (chat.status === 'failed' && type === 'vip') $chat.set(ended);
    }
  };
  const consider = (): void => {
    if (isJoining) return;
    if ($chat.get() !== ended || Date.now() > until) {
      stop();
      return;
    }
    if (isConnected && navigator.onLine !== false && isOffered(type, $offer.get())) void attempt();
  };
  const timer = setInterval(consider, RETRY_MS);
  const stops = [
    () => clearInterval(timer),
    onConnection((state) => {
      isConnected = state === 'connected';
    }),
  ];
  $rejoins.set(type);
  return stop;
}
