import { KEPT_MINUTES, MINUTE_MS } from '#contract/chat/minutes.ts';
import type { ChatType, EndReason } from '#contract/chat/session.ts';
import { onConnection } from '../../api/socket.ts';
import { $offer } from './offer.ts';
import { $chat } from './store.ts';

/** Ends that nobody wanted: the chat goes on when the line, or the service, is back. */
const unwanted: ReadonlySet<EndReason> = new Set(['ping-auth-expired', 'service-ended']);

export const isUnwanted = (reason: EndReason): boolean => unwanted.has(reason);

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
 * a minute is kept: not in paid chat who had watched for free. Stops when the viewer does something else. Returns how to
 * stop.
 */
export function rejoinWhenBack(type: ChatType, join: () => Promise<void>): () => void {
  const ended = $chat.get();
  const until = Date.now() + KEPT_MINUTES * MINUTE_MS;
  let isConnected = false;
  let isJoining = false;
  const stop = (): void => {
    for (const end of stops.splice(0)) end();
  };
  const attempt = async (): Promise<void> => {
    isJoining = true;
    await join();
    isJoining = false;
    const chat = $chat.get();
    if (chat.status === 'failed' && passing.has(chat.label)) $chat.set(ended);
    else stop();
  };
  const consider = (): void => {
    if (isJoining) return;
    if ($chat.get() !== ended || Date.now() > until) {
      stop();
      return;
    }
    const offer = $offer.get();
    const isOffered = offer === 'free' || offer === 'phone' || (offer === 'paid' && type !== 'free');
    if (isConnected && navigator.onLine !== false && isOffered) void attempt();
  };
  const timer = setInterval(consider, RETRY_MS);
  const stops = [
    () => clearInterval(timer),
    onConnection((state) => {
      isConnected = state === 'connected';
    }),
  ];
  return stop;
}
