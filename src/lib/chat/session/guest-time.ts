import { atom, computed } from 'nanostores';
import { $watchedSeconds } from './meter.ts';

/** Seconds of free chat a guest was given when joining; null for members. */
const $allowance = atom<number | null>(null);

/** Seconds a guest may still watch; null without a limit. Counts from the first picture. */
export const $secondsLeft = computed([$allowance, $watchedSeconds], (allowance, watched) =>
  allowance === null ? null : Math.max(0, allowance - watched),
);

/** Counts a guest's time down and says when it is over. Answers how to stop. */
export function watchGuestTime(allowance: number | null, onOver: () => void): () => void {
  $allowance.set(allowance);
  if (allowance === null) return () => {};
  return $secondsLeft.listen((left) => {
    if (left === 0) onOver();
  });
}
