import { log } from '../log.ts';
import { reloadOnce } from './chunk-failure.ts';

/** For a part of the page that could not be loaded: the page is reloaded once, then it only lacks the part. */
export function partFailed(reason: unknown): void {
  log.error('a part of the page could not be loaded', reason);
  reloadOnce(reason);
}
