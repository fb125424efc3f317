import { and, eq, or, sql } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Tx } from '#server/db/open.ts';
import { accounts, entries, type TransferKind, transfers } from './tables.ts';

/** One side of a movement. The house may go below zero: it is where credits come from. */
export type Account =
  | { kind: 'member'; owner: number }
  | { kind: 'performer'; owner: number }
  | { kind: 'house'; owner: 'sales' | 'welcome' | 'opening' };

export interface Movement {
  /** Says which act this is; the same key moves credits once, for ever. */
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

export interface Moved {
  transferId: number;
  /** Whether this call moved the credits; false when the key had moved them before. */
  fresh: boolean;
  /** Balances after the movement, in credits. */
  fromBalance: number;
  toBalance: number;
}

/**
 * The one writer of credits: double entry inside the caller's transaction.
 * Throws `badRequest.invalid.payment` when the balance is too low (nothing is written), and
 * `badRequest.idempotency.conflict` when the key was used for another movement.
 */
export async function move(tx: Tx, movement: Movement): Promise<Moved> {
  if (!Number.isSafeInteger(movement.amount) || movement.amount <= 0) throw new RangeError('amount must be whole credits above 0');
  const [from, to] = await lockAccounts(tx, movement.from, movement.to);
  const earlier = await findTransfer(tx, movement.key);
  if (earlier) return repeat(earlier, movement, from, to);
  if (from.kind !== 'house' && from.balance < movement.amount) throw new AppError('badRequest.invalid.payment');

  const [transfer] = await tx
    .insert(transfers)
    .values({
      idempotencyKey: movement.key,
      kind: movement.kind,
      reference: movement.reference,
      amount: movement.amount,
      fromAccount: from.id,
      toAccount: to.id,
      createdAt: movement.at,
    })
    .returning({ id: transfers.id });
  if (!transfer) throw new Error('the transfer was not written');
  const fromBalance = from.balance - movement.amount;
  const toBalance = to.balance + movement.amount;
  await tx.insert(entries).values([
    { transferId: transfer.id, accountId: from.id, amount: -movement.amount, balanceAfter: fromBalance },
    { transferId: transfer.id, accountId: to.id, amount: movement.amount, balanceAfter: toBalance },
  ]);
  await tx.update(accounts).set({ balance: fromBalance }).where(eq(accounts.id, from.id));
  await tx.update(accounts).set({ balance: toBalance }).where(eq(accounts.id, to.id));
  return { transferId: transfer.id, fresh: true, fromBalance, toBalance };
}

/** Credits of an account; 0 for one that has never been used. */
export async function balanceOf(tx: Pick<Tx, 'select'>, account: Account): Promise<number> {
  const [row] = await tx.select({ balance: accounts.balance }).from(accounts).where(isAccount(account));
  return row?.balance ?? 0;
}

type AccountRow = typeof accounts.$inferSelect;

const isAccount = ({ kind, owner }: Account) => and(eq(accounts.kind, kind), eq(accounts.owner, String(owner)));

/** Both rows, locked in the order of their ids so that two movements never wait in a ring; opened where missing. */
async function lockAccounts(tx: Tx, from: Account, to: Account): Promise<[AccountRow, AccountRow]> {
  const found = await selectLocked(tx, from, to);
  if (found) return found;
  await tx
    .insert(accounts)
    .values([from, to].map(({ kind, owner }) => ({ kind, owner: String(owner) })))
    .onConflictDoNothing();
  const opened = await selectLocked(tx, from, to);
  if (!opened) throw new Error('an account was not opened');
  return opened;
}

async function selectLocked(tx: Tx, from: Account, to: Account): Promise<[AccountRow, AccountRow] | null> {
  const rows = await tx
    .select()
    .from(accounts)
    .where(or(isAccount(from), isAccount(to)))
    .orderBy(accounts.id)
    .for('update');
  const find = (account: Account) =>
    rows.find((row) => row.kind === account.kind && row.owner === String(account.owner));
  const [fromRow, toRow] = [find(from), find(to)];
  return fromRow && toRow ? [fromRow, toRow] : null;
}

type TransferRow = typeof transfers.$inferSelect;

async function findTransfer(tx: Tx, key: string): Promise<TransferRow | undefined> {
  const [row] = await tx.select().from(transfers).where(eq(transfers.idempotencyKey, key));
  return row;
}

function repeat(earlier: TransferRow, movement: Movement, from: AccountRow, to: AccountRow): Moved {
  const same =
    earlier.kind === movement.kind &&
    earlier.amount === movement.amount &&
    earlier.fromAccount === from.id &&
    earlier.toAccount === to.id;
  if (!same) throw new AppError('badRequest.idempotency.conflict');
  return { transferId: earlier.id, fresh: false, fromBalance: from.balance, toBalance: to.balance };
}

export interface BooksError {
  account: number;
  balance: number;
  /** What the entries add up to. */
  entries: number;
}

/** The audit: accounts whose balance is not the sum of their entries. Empty when the books are right. */
export async function checkBooks(tx: Pick<Tx, 'select'>): Promise<BooksError[]> {
  const total = sql<number>`coalesce(sum(${entries.amount}), 0)`.mapWith(Number);
  const rows = await tx
    .select({ account: accounts.id, balance: accounts.balance, entries: total })
    .from(accounts)
    .leftJoin(entries, eq(entries.accountId, accounts.id))
    .groupBy(accounts.id)
    .having(sql`${accounts.balance} <> coalesce(sum(${entries.amount}), 0)`);
  return rows;
}

/** Transfers that are not carried by exactly two entries that cancel out. */
export async function unbalancedTransfers(tx: Pick<Tx, 'select'>): Promise<number[]> {
  const rows = await tx
    .select({ id: transfers.id })
    .from(transfers)
    .leftJoin(entries, eq(entries.transferId, transfers.id))
    .groupBy(transfers.id)
    .having(sql`coalesce(sum(${entries.amount}), 0) <> 0 or count(${entries.id}) <> 2`);
  return rows.map((row) => row.id);
}
