import { browserPowers, supportLevel } from '@vonk/media/player';
import { atom } from 'nanostores';

/** Whether this browser plays streams only in part. */
export const $isOutdated = atom(false);

/** Checks the browser before any media is loaded. */
export function canPlay(): boolean {
  const level = supportLevel(browserPowers());
  $isOutdated.set(level === 2);
  return level === 0 || level === 2;
}
