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

/**
 * The only writer of credits: double entry in one statement, within the caller's transaction. Throws
 * `badRequest.invalid.payment` when the balance is too low (nothing is written), and `badRequest.idempotency.conflict`
 * when the key was used for another transfer.
 */
export async function transfer(tx: Tx, movement: TransferRequest): Promise<TransferResult> {
  const { key, kind, from, to, amount, reference, at } = movement;
  if (!Number.isSafeInteger(amount) || amount <= 0)
    throw new RangeError('amount must be whole credits above 0');
  const answer = await tx.execute(sql`select outcome, transfer, from_balance, to_balance from move_credits(
    ${key}::text, ${kind}::text, ${reference}::text, ${amount}::bigint, ${from.kind}::text, ${String(from.owner)}::text,
    ${to.kind}::text, ${String(to.owner)}::text, ${at.toISOString()}::timestamptz)`);
  const [row] = movedRows.parse((answer as unknown as { rows: unknown }).rows);
  return resultOf(row, to.kind === 'member' ? 'to_balance' : 'from_balance');
}

export const moveOutcomes = ['moved', 'known', 'conflict', 'uncovered'] as const;

/** A row of the database function `move_credits`. The driver hands large integers over as text. */
export const moved = z.object({
  outcome: z.enum(moveOutcomes),
  transfer: z.coerce.number().nullable(),
  /** Null for an account that was not locked. */
  from_balance: z.coerce.number().nullable(),
  to_balance: z.coerce.number().nullable(),
});
const movedRows = z.tuple([moved]);

/** `side`: whose balance is asked. Throws as `transfer` does. */
export function resultOf(row: z.infer<typeof moved>, side: 'from_balance' | 'to_balance'): TransferResult {
  if (row.outcome === 'uncovered') throw new AppError('badRequest.invalid.payment');
  if (row.outcome === 'conflict' || row.transfer === null)
    throw new AppError('badRequest.idempotency.conflict');
  return {
    transferId: row.transfer,
    created: row.outcome === 'moved',
    balance: row[side] ?? 0,
  };
}

/** Credits of an account; 0 for one that was never used. */
export async function balanceOf(tx: Pick<Tx, 'select'>, account: Account): Promise<number> {
  const isAccount = and(eq(accounts.kind, account.kind), eq(accounts.owner, String(account.owner)));
  const [row] = await tx.select({ balance: currentBalance }).from(accounts).where(isAccount);
  return row?.balance ?? 0;
}
