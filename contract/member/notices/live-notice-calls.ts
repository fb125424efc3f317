import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, rowId } from '../../fields.ts';
import { isQuiet } from './notices.ts';

/** How a member is told that a favourite is live; neither: not at all. */
const ways = { mail: z.boolean(), browser: z.boolean() };

const favouriteWays = z.object({ performerId: z.int(), username: z.string(), ...ways });
export type FavouriteWays = z.infer<typeof favouriteWays>;

export const readLiveQuestion = endpoint({
  base: 'member',
  method: 'GET',
  path: '/notices/live/question',
  summary: 'Returns whether to ask the member about notices that this favourite is live, and by which ways',
  access: 'member',
  input: z.object({ performerId: rowId }),
  output: z.object({
    /** False for 30 days after a no, during a cool-off, and if a way was chosen already. */
    isOpen: z.boolean(),
    /** The address is verified. */
    mail: z.boolean(),
    /** The key with which a browser subscribes; null if the site sends no notices. */
    noticeKey: z.nullable(z.string()),
  }),
  errors: [],
});

export const chooseLiveNotice = endpoint({
  base: 'member',
  method: 'PUT',
  path: '/notices/live',
  summary: 'Sets how the member is told that a favourite is live; idempotent',
  access: 'member',
  input: z.object({ performerId: rowId, ...ways }),
  output: done,
  errors: ['badRequest.notFound'],
});

export const declineLiveNotices = endpoint({
  base: 'member',
  method: 'POST',
  path: '/notices/live/decline',
  summary: 'Stores a no: the member is not asked again for 30 days',
  access: 'member',
  input: z.object({}),
  output: done,
  errors: [],
});

export const listLiveNotices = endpoint({
  base: 'member',
  method: 'GET',
  path: '/notices/live',
  summary: 'Returns the favourites of the member, newest first, and how the member is told that each is live',
  access: 'member',
  input: z.object({}),
  output: z.object({ result: z.array(favouriteWays) }),
  errors: [],
});

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
