import { atom, computed } from 'nanostores';
import type { EndReason } from '#contract/chat/session.ts';
import { $watchedSeconds } from './meter.ts';
import { $offer } from './offer.ts';
import { $chat, $watchedType } from './store.ts';

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

/** Seconds granted at the join; null for members. */
const $allowance = atom<number | null>(null);

/** Seconds left; null without a limit. Counts from the first frame. */
export const $secondsLeft = computed([$allowance, $watchedSeconds], (allowance, watched) =>
  allowance === null ? null : Math.max(0, allowance - watched),
);

/** Seconds before the end of a guest's time at which the code for the end is loaded. */
const SOON_SECONDS = 30;

export const $isSoonOver = computed($secondsLeft, (left) => left !== null && left <= SOON_SECONDS);

/** Calls `onOver` when a guest's time is used up. Returns a stop function. */
export function watchGuestTime(allowance: number | null, onOver: () => void): () => void {
  $allowance.set(allowance);
  if (allowance === null) return () => {};
  return $secondsLeft.listen((left) => {
    if (left === 0) onOver();
  });
}
