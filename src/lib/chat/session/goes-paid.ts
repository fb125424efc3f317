import { computed } from 'nanostores';
import type { EndReason } from '#contract/chat/session.ts';
import { $chat, $watchedType } from '../store.ts';
import { $offer } from './offer.ts';

/** Ends after which free chat would have resumed if it were still free. */
const interrupted: ReadonlySet<EndReason> = new Set(['chat-switch', 'ping-auth-expired', 'service-ended']);

/**
 * The offer to a viewer of free chat who now has to pay; null otherwise. It stays until the viewer chooses or the offer
 * changes; until then nothing plays and nothing is charged.
 */
export const $goesPaid = computed([$chat, $offer, $watchedType], (chat, offer, type) => {
  const isStopped = chat.status === 'ended' && interrupted.has(chat.reason) && type === 'free';
  return isStopped && (offer === 'paid' || offer === 'register') ? offer : null;
});

/** Ends the chat as left. */
export function declinePaid(): void {
  const chat = $chat.get();
  if (chat.status === 'ended') $chat.set({ ...chat, reason: 'left' });
}
