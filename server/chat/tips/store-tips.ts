import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { TipData } from '#contract/chat/tips.ts';
import { AppError } from '#contract/errors.ts';
import { prepared } from '#server/db/prepared.ts';
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
  tx: Pick<Tx, 'select'>,
  room: number,
  tips: readonly GivenTip[],
): Promise<TipOutcome[]> {
  const list = (pick: (tip: GivenTip) => string | number | boolean) => tips.map(pick);
  const rows = await insertTips(tx).execute({
    room,
    sessions: list(({ session }) => session.id),
    senders: list(({ session }) => session.sender),
    members: list(({ memberId }) => memberId),
    clientIds: list(({ clientId }) => clientId),
    amounts: list(({ data }) => data.amount),
    types: list(({ data }) => data.tipType),
    texts: list(({ data }) => data.message),
    publics: list(({ data }) => data.isPublic),
    speakers: list(({ maySpeak }) => maySpeak),
    requests: list(({ requestId }) => requestId),
    times: list(({ at }) => at.toISOString()),
  });
  return outcomes.parse(rows);
}

const given = (name: string) => sql.placeholder(name);

const insertTips = (tx: Pick<Tx, 'select'>) =>
  prepared(tx, 'store-tips', () =>
    tx
      .select({
        outcome: sql`outcome`,
        transfer: sql`transfer`,
        from_balance: sql`from_balance`,
        to_balance: sql`to_balance`,
        message: sql`message`,
        seq: sql`seq`,
      })
      .from(sql`store_tips(${given('room')}::int, ${given('sessions')}::text[], ${given('senders')}::text[],
        ${given('members')}::int[], ${given('clientIds')}::text[], ${given('amounts')}::int[], ${given('types')}::text[],
        ${given('texts')}::text[], ${given('publics')}::boolean[], ${given('speakers')}::boolean[],
        ${given('requests')}::text[], ${given('times')}::timestamptz[])`)
      .orderBy(sql`place`),
  );
/** Throws as `transfer` does, and `badRequest.chat.muted`. */
export function storedOf(outcome: TipOutcome | undefined): StoredTip {
  if (!outcome) throw new Error('a tip was not answered');
  if (outcome.outcome === 'muted') throw new AppError('badRequest.chat.muted');
  const { message, seq } = outcome;
  const line = message !== null && seq !== null ? { id: message, seq } : null;
  return { ...resultOf(outcome, 'from_balance'), line };
}
