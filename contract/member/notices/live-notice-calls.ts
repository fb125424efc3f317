import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { done, rowId } from '../../fields.ts';

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
