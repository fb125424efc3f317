import { isQuiet } from './notices.ts';

const HOUR_MS = 3_600_000;

/** ms between the start of a performer's public chat and the notices about it; none if she stops before. */
export const LIVE_AFTER_MS = 2 * 60_000;

/** Minimum ms between two notices to one member about one performer. */
export const LIVE_EVERY_MS = 3 * HOUR_MS;

/** Notices about performers to one member within `LIVE_DAY_MS`. */
export const LIVE_MOST = 5;
export const LIVE_DAY_MS = 24 * HOUR_MS;

/** ms after which a notice that was not delivered is dropped. */
export const LIVE_VALID_MS = 30 * 60_000;

/** A notice that a member got about a performer. */
export interface LiveNotice {
  readonly performerId: number;
  readonly toldAt: Date;
}

/** `earlier`: the member's notices of at least the last `LIVE_DAY_MS`, in any order. */
export function mayTellOfLive(performerId: number, earlier: readonly LiveNotice[], now: Date): boolean {
  const within = (ms: number) => earlier.filter(({ toldAt }) => now.getTime() - toldAt.getTime() < ms);
  return (
    !isQuiet(now) &&
    within(LIVE_DAY_MS).length < LIVE_MOST &&
    !within(LIVE_EVERY_MS).some((one) => one.performerId === performerId)
  );
}
