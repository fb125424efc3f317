import { reloadOnce } from './failures.ts';
import { log } from './log.ts';

/** Handles a page part that failed to load: reloads once, after that the page works without the part. */
export function partFailed(reason: unknown): void {
  log.error('A part of the page could not be loaded', reason);
  reloadOnce(reason);
}
