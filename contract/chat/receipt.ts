import { z } from 'zod';
import { chatTypeSchema, endReasonSchema } from './session.ts';

/** The unused part of a paid minute. Joining in the same mode continues it; a VIP rest needs the performer to accept again. */
export const restSchema = z.object({
  mode: z.enum(['chat', 'vip']),
  /** ms of media. */
  leftMs: z.number().int(),
  /** ms for which it is kept from now on. */
  keptMs: z.number().int(),
});
export type Rest = z.infer<typeof restSchema>;

const sums = z.object({
  /** Bought; one that was continued from an earlier session is not among those of a session. */
  minutes: z.number().int(),
  /** ms of media that reached the member, and the part of them that minutes paid for. */
  deliveredMs: z.number().int(),
  paidMs: z.number().int(),
  charged: z.number().int(),
  /** Of minutes that were not delivered, and of tips whose toy did not play. */
  returned: z.number().int(),
  tips: z.number().int(),
  /** `charged` less `returned`, plus `tips`. */
  total: z.number().int(),
});
export type ReceiptSums = z.infer<typeof sums>;

/** What one session cost a member; amounts in credits, as they are in the ledger. */
export const receiptSchema = sums.extend({
  session: z.string(),
  performer: z.string(),
  /** ISO times; null before the first picture, and while the session is open. */
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  reason: endReasonSchema.nullable(),
  modes: z.array(chatTypeSchema),
  /** ms in which no media reached the member. */
  stalledMs: z.number().int(),
  /**
   * Seconds that tips of this session bought of the toy, and that it played, and the credits of `returned` that are for the
   * rest; left out where none did.
   */
  toy: z
    .object({ bought: z.number().int(), played: z.number().int(), returned: z.number().int() })
    .optional(),
  /** With the sessions whose minute it continued; left out where it continued none, and in lists. */
  stay: sums.optional(),
  /** With this performer, as of now; left out in lists. */
  rests: z.array(restSchema).optional(),
});
export type Receipt = z.infer<typeof receiptSchema>;
