import { browserPowers, supportLevel } from '@vonk/media/player';
import { atom } from 'nanostores';

/** Whether this browser supports streams only in part. */
export const $isOutdated = atom(false);

/** Checks the browser before any media is loaded. Returns why it cannot play, or null. */
export function whyNotPlayed(): 'player.unsupported' | 'player.outdated' | null {
  const level = supportLevel(browserPowers());
  $isOutdated.set(level === 2);
  if (level === 3) return 'player.outdated';
  return level === 1 ? 'player.unsupported' : null;
}
