import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TipData } from '#contract/chat/tips.ts';
import { AppError } from '#contract/errors.ts';
import { moved, moveOutcomes, resultOf, type TransferResult } from '#server/ledger/transfer.ts';
import type { Tx } from '#server/ports/database.ts';
import type { ChatSession } from '../session/chat-auth.ts';

/** A tip that may be given, but for what only the statement itself can know: balance, key, order. */
export interface GivenTip {
  session: ChatSession;
  memberId: number;
  clientId: string;
  data: TipData;
  /** Words for the room are refused without it. */
  maySpeak: boolean;
  requestId: string;
  at: Date;
}

/** `line`: id and number of its message, where the tip is new. */
export type StoredTip = TransferResult & { line: { id: string; seq: number } | null };

const unmoved = z.object({ outcome: z.literal('muted') });
const outcomes = z.array(
  z.union([
    moved.extend({
      outcome: z.enum(moveOutcomes),
      message: z.coerce.string().nullable(),
      seq: z.number().nullable(),
    }),
    unmoved,
  ]),
);
export type TipOutcome = z.infer<typeof outcomes>[number];

/**
 * Stores tips of one room in one statement: all that can be, or none when it throws. The answers are in the order given;
 * `storedOf` reads them.
 */
export async function storeTips(
  tx: Pick<Tx, 'execute'>,
  room: number,
  tips: readonly GivenTip[],
): Promise<TipOutcome[]> {
  const list = (pick: (tip: GivenTip) => string | number | boolean) => sql.param(tips.map(pick));
  const answer =
    await tx.execute(sql`select outcome, transfer, from_balance, to_balance, message, seq from store_tips(
    ${room}::int, ${list(({ session }) => session.id)}::text[], ${list(({ session }) => session.sender)}::text[],
    ${list(({ memberId }) => memberId)}::int[], ${list(({ clientId }) => clientId)}::text[],
    ${list(({ data }) => data.amount)}::int[], ${list(({ data }) => data.tipType)}::text[],
    ${list(({ data }) => data.message)}::text[], ${list(({ data }) => data.isPublic)}::boolean[],
    ${list(({ maySpeak }) => maySpeak)}::boolean[], ${list(({ requestId }) => requestId)}::text[],
    ${list(({ at }) => at.toISOString())}::timestamptz[]) order by place`);
  return outcomes.parse((answer as unknown as { rows: unknown }).rows);
}

/** Throws as `transfer` does, and `badRequest.chat.muted`. */
export function storedOf(outcome: TipOutcome | undefined): StoredTip {
  if (!outcome) throw new Error('a tip was not answered');
  if (outcome.outcome === 'muted') throw new AppError('badRequest.chat.muted');
  const { message, seq } = outcome;
  const line = message !== null && seq !== null ? { id: message, seq } : null;
  return { ...resultOf(outcome), line };
}
