import { and, eq, or, sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Tx } from '#server/ports/database.ts';
import { accounts, type TransferKind, transfers } from './tables.ts';

/** Only house accounts may go below zero: credits originate there. */
export type Account =
  | { kind: 'member'; owner: number }
  | { kind: 'performer'; owner: number }
  | { kind: 'house'; owner: 'sales' | 'welcome' | 'opening' | 'phone' };

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
  /** Balances afterwards, in credits. */
  fromBalance: number;
  toBalance: number;
}

/**
 * The only writer of credits: double entry within the caller's transaction. Throws `badRequest.invalid.payment` when
 * the balance is too low (nothing is written), and `badRequest.idempotency.conflict` when the key was used for
 * another transfer.
 */
export async function transfer(tx: Tx, movement: TransferRequest): Promise<TransferResult> {
  if (!Number.isSafeInteger(movement.amount) || movement.amount <= 0) {
    throw new RangeError('amount must be whole credits above 0');
  }
  const [from, to] = await lockAccounts(tx, movement.from, movement.to);
  const covered = from.kind === 'house' || from.balance >= movement.amount;
  const written = covered ? await write(tx, movement, from, to) : null;
  if (written) return written;
  const [earlier] = await tx.select().from(transfers).where(eq(transfers.idempotencyKey, movement.key));
  if (!earlier) throw new AppError('badRequest.invalid.payment');
  return repeat(earlier, movement, from, to);
}

/** Credits of an account; 0 for one that was never used. */
export async function balanceOf(tx: Pick<Tx, 'select'>, account: Account): Promise<number> {
  const [row] = await tx.select({ balance: accounts.balance }).from(accounts).where(isAccount(account));
  return row?.balance ?? 0;
}

type AccountRow = typeof accounts.$inferSelect;

const isAccount = ({ kind, owner }: Account) =>
  and(eq(accounts.kind, kind), eq(accounts.owner, String(owner)));

/**
 * Locks both rows in the order of their ids, so that transfers cannot deadlock. Missing accounts are created before
 * any lock, in one order, for the same reason.
 */
async function lockAccounts(tx: Tx, from: Account, to: Account): Promise<[AccountRow, AccountRow]> {
  const found = await selectLocked(tx, from, to);
  if (found) return found;
  const names = [from, to].map(({ kind, owner }) => ({ kind, owner: String(owner) }));
  names.sort((a, b) => (`${a.kind}:${a.owner}` < `${b.kind}:${b.owner}` ? -1 : 1));
  await tx.insert(accounts).values(names).onConflictDoNothing();
  const opened = await selectLocked(tx, from, to);
  if (!opened) throw new Error('an account was not opened');
  return opened;
}

/** Locks both or none: holding one row while its partner is created could deadlock. */
async function selectLocked(tx: Tx, from: Account, to: Account): Promise<[AccountRow, AccountRow] | null> {
  const both = or(isAccount(from), isAccount(to));
  const rows = await tx
    .select()
    .from(accounts)
    .where(and(both, sql`(select count(*) from ${accounts} where ${both}) = 2`))
    .orderBy(accounts.id)
    .for('no key update');
  const find = (account: Account) =>
    rows.find((row) => row.kind === account.kind && row.owner === String(account.owner));
  const [fromRow, toRow] = [find(from), find(to)];
  return fromRow && toRow ? [fromRow, toRow] : null;
}

/** One statement keeps the lock of a popular account short. Null when the key is taken. */
async function write(
  tx: Tx,
  movement: TransferRequest,
  from: AccountRow,
  to: AccountRow,
): Promise<TransferResult | null> {
  const { key, kind, reference, amount } = movement;
  const [fromBalance, toBalance] = [from.balance - amount, to.balance + amount];
  const written = tx.$with('written').as(
    tx
      .insert(transfers)
      .values({
        idempotencyKey: key,
        kind,
        reference,
        amount,
        fromAccount: from.id,
        toAccount: to.id,
        createdAt: movement.at,
      })
      .onConflictDoNothing({ target: transfers.idempotencyKey })
      .returning({ id: transfers.id }),
  );
  const sides = sql`(values
    (${from.id}::int, ${-amount}::bigint, ${fromBalance}::bigint),
    (${to.id}::int, ${amount}::bigint, ${toBalance}::bigint)) as side (account, amount, balance)`;
  const [row] = await tx
    .with(
      written,
      tx.$with('entered', {}).as(sql`insert into entry (transfer_id, account_id, amount, balance_after)
        select written.id, side.account, side.amount, side.balance from written, ${sides}`),
      tx.$with('settled', {}).as(sql`update account set balance = side.balance from written, ${sides}
        where account.id = side.account`),
    )
    .select({ id: written.id })
    .from(written);
  return row ? { transferId: row.id, created: true, fromBalance, toBalance } : null;
}

type TransferRow = typeof transfers.$inferSelect;

function repeat(
  earlier: TransferRow,
  movement: TransferRequest,
  from: AccountRow,
  to: AccountRow,
): TransferResult {
  const same =
    earlier.kind === movement.kind &&
    earlier.amount === movement.amount &&
    earlier.fromAccount === from.id &&
    earlier.toAccount === to.id;
  if (!same) throw new AppError('badRequest.idempotency.conflict');
  return { transferId: earlier.id, created: false, fromBalance: from.balance, toBalance: to.balance };
}
