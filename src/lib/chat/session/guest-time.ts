import { atom, computed } from 'nanostores';
import { $watchedSeconds } from '../meter.ts';

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
