import { atom } from 'nanostores';
import { browserPowers, supportLevel } from '../../player/support.ts';

/** Whether this browser plays streams only partly, as an old one does. */
export const $isOutdated = atom(false);

/** Asks before any media is loaded whether there is a use in it, and remembers what the page should say. */
export function canPlay(): boolean {
  const level = supportLevel(browserPowers());
  $isOutdated.set(level === 2);
  return level === 0 || level === 2;
}
