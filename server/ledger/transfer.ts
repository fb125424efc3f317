import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError } from '#contract/errors.ts';
import type { Tx } from '#server/ports/database.ts';
import { accounts, currentBalance, type TransferKind } from './tables.ts';

/** Only house accounts may go below zero: credits originate there. */
export type Account =
  | { kind: 'member'; owner: number }
  | { kind: 'performer'; owner: number }
  | { kind: 'house'; owner: 'sales' | 'welcome' | 'opening' | 'phone' | 'goodwill' | 'lapsed' };

export interface TransferRequest {
  /** Names the act; the same key moves credits once. */
  key: string;
  kind: TransferKind;
  from: Account;
  to: Account;
  /** Whole credits, above zero. */
  amount: number;
  /** What it was for, as an id: `payment:…`, `session:…`. */
  reference: string;
  at: Date;
}

export interface TransferResult {
  transferId: number;
  /** False when the key had moved the credits before. */
  created: boolean;
  /** Afterwards, in credits: of the member who gave or got them; without one, of the performer who gave, or 0. */
  balance: number;
}

/** Why a transfer was refused; nothing of it is written. */
export interface Refused<Label = TransferRefusal> {
  refused: Label;
}

/** The balance is too low, or the key was used for another transfer. */
export type TransferRefusal = 'badRequest.invalid.payment' | 'badRequest.idempotency.conflict';

/**
 * The only writer of credits: double entry for all movements, in the order given, in one statement within the caller's
 * transaction. One that is refused stops none of the others.
 */
export async function transferAll(
  tx: Tx,
  movements: readonly TransferRequest[],
): Promise<(TransferResult | Refused)[]> {
  if (movements.length === 0) return [];
  for (const { amount } of movements)
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new RangeError('amount must be whole credits above 0');
  const list = (pick: (movement: TransferRequest) => string | number) => sql.param(movements.map(pick));
  const answer = await tx.execute(sql`
    select moved.outcome, moved.transfer, moved.from_balance, moved.to_balance
    from unnest(
      ${list(({ key }) => key)}::text[], ${list(({ kind }) => kind)}::text[],
      ${list(({ reference }) => reference)}::text[], ${list(({ amount }) => amount)}::bigint[],
      ${list(({ from }) => from.kind)}::text[], ${list(({ from }) => String(from.owner))}::text[],
      ${list(({ to }) => to.kind)}::text[], ${list(({ to }) => String(to.owner))}::text[],
      ${list(({ at }) => at.toISOString())}::timestamptz[]
    ) with ordinality as given (key, kind, reference, amount, from_kind, from_owner, to_kind, to_owner, at, place),
    lateral move_credits(key, kind, reference, amount, from_kind, from_owner, to_kind, to_owner, at) as moved
    order by given.place`);
  const rows = z.array(movedRow).parse((answer as unknown as { rows: unknown }).rows);
  if (rows.length !== movements.length) throw new Error('the ledger left a movement out');
  return rows.map((row, place) => resultOf(row, movements[place]?.to.kind === 'member'));
}

/** As `transferAll` does. Throws a `TransferRefusal`. */
export async function transfer(tx: Tx, movement: TransferRequest): Promise<TransferResult> {
  const [result] = await transferAll(tx, [movement]);
  if (!result) throw new Error('the ledger answered nothing');
  if ('refused' in result) throw new AppError(result.refused);
  return result;
}

/** A row of the database function `move_credits`. The driver hands large integers over as text. */
const movedRow = z.object({
  outcome: z.enum(['moved', 'known', 'conflict', 'uncovered']),
  transfer: z.coerce.number().nullable(),
  /** Null for an account that was not locked. */
  from_balance: z.coerce.number().nullable(),
  to_balance: z.coerce.number().nullable(),
});

function resultOf(row: z.infer<typeof movedRow>, isToMember: boolean): TransferResult | Refused {
  if (row.outcome === 'uncovered') return { refused: 'badRequest.invalid.payment' };
  if (row.outcome === 'conflict' || row.transfer === null)
    return { refused: 'badRequest.idempotency.conflict' };
  return {
    transferId: row.transfer,
    created: row.outcome === 'moved',
    balance: (isToMember ? row.to_balance : row.from_balance) ?? 0,
  };
}

/** Credits of an account; 0 for one that was never used. */
export async function balanceOf(tx: Pick<Tx, 'select'>, account: Account): Promise<number> {
  const isAccount = and(eq(accounts.kind, account.kind), eq(accounts.owner, String(account.owner)));
  const [row] = await tx.select({ balance: currentBalance }).from(accounts).where(isAccount);
  return row?.balance ?? 0;
}
