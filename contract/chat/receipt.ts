import { z } from 'zod';
import { chatTypeSchema, endReasonSchema } from './session.ts';

/** What one session cost a member; amounts in credits, as they are in the ledger. */
export const receiptSchema = z.object({
  session: z.string(),
  performer: z.string(),
  /** ISO times; null before the first picture, and while the session is open. */
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  reason: endReasonSchema.nullable(),
  modes: z.array(chatTypeSchema),
  /** Minutes bought in this session; one that was continued from an earlier session is not among them. */
  minutes: z.number().int(),
  /** ms of media that reached the member, and ms in which none did. */
  deliveredMs: z.number().int(),
  stalledMs: z.number().int(),
  charged: z.number().int(),
  returned: z.number().int(),
  tips: z.number().int(),
  /** Seconds that tips of this session bought of the toy, and that it played; left out where none did. */
  toy: z.object({ bought: z.number().int(), played: z.number().int() }).optional(),
  /** `charged` less `returned`, plus `tips`. */
  total: z.number().int(),
});
export type Receipt = z.infer<typeof receiptSchema>;
