import * as z from 'zod/mini';
import { chatTypeSchema, endReasonSchema } from './session.ts';

/**
 * The unused part of a paid minute. Joining in the same mode continues it; a VIP rest needs a new accept by the
 * performer.
 */
export const restSchema = z.object({
  mode: z.enum(['chat', 'vip']),
  /** ms of media. */
  leftMs: z.int(),
  /** ms from now for which it is kept. */
  keptMs: z.int(),
});
export type Rest = z.infer<typeof restSchema>;

const sums = z.object({
  /** Bought minutes; a session does not count one that it continued from an earlier session. */
  minutes: z.int(),
  /** ms of media that reached the member, and how many of them were paid. */
  deliveredMs: z.int(),
  paidMs: z.int(),
  charged: z.int(),
  /** Credits returned for undelivered minutes and for tips whose toy did not play. */
  returned: z.int(),
  tips: z.int(),
  /** `charged` less `returned`, plus `tips`. */
  total: z.int(),
});
export type ReceiptSums = z.infer<typeof sums>;

/** What one session cost a member; amounts in credits, as they are in the ledger. */
export const receiptSchema = z.extend(sums, {
  session: z.string(),
  performer: z.string(),
  /** ISO times; null before the first picture and while the session is open. */
  startedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  reason: z.nullable(endReasonSchema),
  modes: z.array(chatTypeSchema),
  /** ms in which no media reached the member. */
  stalledMs: z.int(),
  /**
   * Seconds of the toy that tips of this session bought and that were played; `returned`: credits for unplayed seconds.
   * Missing without such tips.
   */
  toy: z.optional(z.object({ bought: z.int(), played: z.int(), returned: z.int() })),
  /** Sums including the sessions whose minute it continued; missing if it continued none, and in lists. */
  stay: z.optional(sums),
  /** Current rests with this performer; missing in lists. */
  rests: z.optional(z.array(restSchema)),
});
export type Receipt = z.infer<typeof receiptSchema>;
