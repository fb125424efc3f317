import * as z from 'zod/mini';
import { endpoint } from '../../endpoint.ts';
import { authSchema } from '../session-calls.ts';
import { goalViewSchema } from '../tipping/goals.ts';
import { lineTextsSchema } from '../tipping/line-texts.ts';

/** Members shown at once. */
export const TOP_TIPPERS = 3;
/** Credits from which a member is shown. */
export const TOP_TIPPERS_FROM = 100;

/** The members who tipped most since the performer went live. */
export const topTippersSchema = z.object({
  /** The room's sequence number at that time: a page keeps the list with the highest. */
  seq: z.int(),
  /** Highest sum first; at equal sums the one who reached it first. */
  tippers: z.array(z.object({ name: z.string(), credits: z.int() })),
});
export type TopTippers = z.infer<typeof topTippersSchema>;

export const noTopTippers: TopTippers = { seq: 0, tippers: [] };

/** The newer of two lists: pushes from several nodes may arrive in another order. */
export const newerTippers = (known: TopTippers, next: TopTippers): TopTippers =>
  next.seq < known.seq ? known : next;

/** Pushed to a room, including the performer's own sockets, after a tip and after credits were given back. */
export interface TopTipperPushes {
  'room-top-tippers': { room: number } & TopTippers;
}

export const readTipMenu = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/tip-menu',
  summary: 'Returns what the performer offers for tips in this chat, her running goal and top tippers',
  access: 'anyone',
  input: z.object({ auth: authSchema }),
  output: z.object({
    /** As stored: prices from before a limit changed are included. */
    items: z.array(z.object({ name: z.string(), price: z.int(), texts: lineTextsSchema })),
    goal: z.nullable(goalViewSchema),
    topTippers: topTippersSchema,
  }),
  errors: ['badRequest.invalid.auth', 'badRequest.session.ended'],
});
