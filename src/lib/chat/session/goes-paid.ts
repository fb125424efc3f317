import { computed } from 'nanostores';
import type { EndReason } from '#contract/chat/session.ts';
import { $offer } from './offer.ts';
import { $chat, $watchedType } from './store.ts';

/** Ends after which free chat would have gone on, had it stayed free. */
const interrupted: ReadonlySet<EndReason> = new Set(['chat-switch', 'ping-auth-expired', 'service-ended']);

/**
 * Who watched for free, and would have to pay from now on: what is offered, else null. It stands until the viewer
 * chooses or the performer offers something else; meanwhile nothing plays and nothing is charged.
 */
export const $goesPaid = computed([$chat, $offer, $watchedType], (chat, offer, type) => {
  const isStopped = chat.status === 'ended' && interrupted.has(chat.reason) && type === 'free';
  return isStopped && (offer === 'paid' || offer === 'register') ? offer : null;
});

/** The viewer does not go on. */
export function declinePaid(): void {
  const chat = $chat.get();
  if (chat.status === 'ended') $chat.set({ ...chat, reason: 'left' });
}
