import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { chatPricesSchema, minuteCredits } from './prices.ts';
import { chatTypeSchema, endReasonSchema } from './session.ts';

/**
 * The unused part of a paid unit. Joining in the same mode continues it; a VIP rest needs a new accept by the
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
  /** Bought minutes, or shorter units; a session does not count one that it continued from an earlier session. */
  minutes: z.int(),
  /** ms of media that reached the member, and how many of them were paid. */
  deliveredMs: z.int(),
  paidMs: z.int(),
  charged: z.int(),
  /** Credits returned for undelivered units and for tips whose toy did not play. */
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
  /** Of the chat; missing if they are the specification's. */
  prices: z.optional(chatPricesSchema),
  /** ms in which no media reached the member. */
  stalledMs: z.int(),
  /**
   * Seconds of the toy that tips of this session bought and that were played; `returned`: credits for unplayed seconds.
   * Missing without such tips.
   */
  toy: z.optional(z.object({ bought: z.int(), played: z.int(), returned: z.int() })),
  /** Sums including the sessions whose unit it continued; missing if it continued none, and in lists. */
  stay: z.optional(sums),
  /** Current rests with this performer; missing in lists. */
  rests: z.optional(z.array(restSchema)),
});
export type Receipt = z.infer<typeof receiptSchema>;

/** What a minute cost in each paid mode of a chat with prices of its own. */
export const minutePricesOf = ({
  modes,
  prices,
}: Pick<Receipt, 'modes' | 'prices'>): { mode: 'chat' | 'vip'; credits: number }[] =>
  prices
    ? modes.flatMap((mode) => (mode === 'free' ? [] : [{ mode, credits: minuteCredits(prices, mode) }]))
    : [];

export const RECEIPTS_PAGE = 20;

export const listChatReceipts = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/receipts',
  summary: 'Returns the receipts of past chats, newest first',
  access: 'member',
  input: z.object({ page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000)), 1) }),
  output: z.object({ result: z.array(receiptSchema), total: z.int() }),
  errors: [],
});

export const readRests = endpoint({
  base: 'chat',
  method: 'GET',
  path: '/chat/rests',
  summary: 'Returns the unused rests of the caller’s units with a performer; joining again uses them',
  access: 'member',
  input: z.object({ performer: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({ rests: z.array(restSchema) }),
  errors: ['badRequest.performer.notExists'],
});
