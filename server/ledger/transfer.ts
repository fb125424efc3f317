import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { AppError, labelOf } from '#contract/errors.ts';
import { statement } from '#server/db/statement.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import {
  accounts,
  currentBalance,
  freeRules,
  type ReturnKind,
  type TransferKind,
  unsummedEntries,
} from './tables.ts';

/** Only house accounts may go below zero: credits originate there. */
export type Account =
  | { kind: 'member'; owner: number }
  | { kind: 'performer'; owner: number }
  | {
      kind: 'house';
      owner: 'sales' | 'welcome' | 'opening' | 'phone' | 'goodwill' | 'lapsed' | 'payouts' | 'unearned';
    };

interface Movement {
  /** Idempotency key: the same key moves credits once. */
  key: string;
  from: Account;
  to: Account;
  /** Whole credits; must be above zero. */
  amount: number;
  /** Id of what it was for: `payment:…`, `session:…`. */
  reference: string;
  at: Date;
  /** Whether a performer earns from free credits that are spent; by default she does. */
  freeEarns?: boolean;
}

interface ReturnRequest extends Movement {
  kind: ReturnKind;
  /** Id of the transfer that is given back: never more than its amount. */
  returns: number;
}

export interface PlainRequest extends Movement {
  kind: Exclude<TransferKind, ReturnKind>;
  returns?: undefined;
}

export type TransferRequest = ReturnRequest | PlainRequest;

export interface TransferResult {
  transferId: number;
  /** False if the key had already moved the credits. */
  created: boolean;
  /**
   * Balance afterwards, in credits: the member's who gave or received; without a member, the giving performer's, or 0.
   */
  balance: number;
}

/** The reason for a refusal; nothing is written. */
export interface Refused<Label = TransferRefusal> {
  refused: Label;
}

/** The balance is too low, or the key was used for another transfer. */
type TransferRefusal = 'badRequest.invalid.payment' | 'badRequest.idempotency.conflict';

/** A row of the database function `move_credits`. The driver returns large integers as text. */
const movedRow = z.object({
  outcome: z.enum(['moved', 'known', 'conflict', 'uncovered']),
  transfer: z.coerce.number().nullable(),
  /** Null if the account was not locked. */
  from_balance: z.coerce.number().nullable(),
  to_balance: z.coerce.number().nullable(),
});

const placeholder = (name: string) => sql.placeholder(name);

const moveAll = statement('transfers', movedRow, (db) =>
  db
    .select({
      outcome: sql`moved.outcome`,
      transfer: sql`moved.transfer`,
      from_balance: sql`moved.from_balance`,
      to_balance: sql`moved.to_balance`,
    })
    .from(sql`unnest(
      ${placeholder('keys')}::text[], ${placeholder('kinds')}::text[], ${placeholder('references')}::text[],
      ${placeholder('amounts')}::bigint[],
      ${placeholder('fromKinds')}::text[], ${placeholder('fromOwners')}::text[],
      ${placeholder('toKinds')}::text[], ${placeholder('toOwners')}::text[],
      ${placeholder('times')}::timestamptz[], ${placeholder('freeRules')}::text[], ${placeholder('returned')}::bigint[],
      ${placeholder('freeEarns')}::boolean[]
    ) with ordinality as given (
      key, kind, reference, amount, from_kind, from_owner, to_kind, to_owner, at, free_rule, returned, free_earns, place
    ),
    lateral move_credits(
      key, kind, reference, amount, from_kind, from_owner, to_kind, to_owner, at, free_rule, returned, free_earns
    ) as moved`)
    .orderBy(sql`given.place`),
);

/**
 * The only writer of credits: double entry for all movements, in the order given, in one statement within the caller's
 * transaction. A refused movement does not stop the others.
 */
export async function transferAll(
  tx: Tx,
  movements: readonly TransferRequest[],
): Promise<(TransferResult | Refused)[]> {
  if (movements.length === 0) return [];
  for (const { amount } of movements)
    if (!Number.isSafeInteger(amount) || amount <= 0)
      throw new RangeError('Amount must be a whole number of credits above 0');
  const rows = await moveAll(tx, {
    keys: movements.map(({ key }) => key),
    kinds: movements.map(({ kind }) => kind),
    references: movements.map(({ reference }) => reference),
    amounts: movements.map(({ amount }) => amount),
    fromKinds: movements.map(({ from }) => from.kind),
    fromOwners: movements.map(({ from }) => String(from.owner)),
    toKinds: movements.map(({ to }) => to.kind),
    toOwners: movements.map(({ to }) => String(to.owner)),
    times: movements.map(({ at }) => at.toISOString()),
    freeRules: movements.map(({ kind }) => freeRules[kind]),
    returned: movements.map(({ returns }) => returns ?? null),
    freeEarns: movements.map(({ freeEarns = true }) => freeEarns),
  });
  if (rows.length !== movements.length)
    throw new Error(`The ledger returned ${rows.length} results for ${movements.length} movements`);
  const moved = movements.filter((_, place) => rows[place]?.outcome === 'moved');
  if (moved.length > 0) tx.tellMoved(moved.map(({ key, from, to }) => ({ key, from, to })));
  return rows.map((row, place) => resultOf(row, movements[place]?.to.kind === 'member'));
}

/** Like `transferAll`, for one movement. Throws a `TransferRefusal`. */
export async function transfer(tx: Tx, movement: TransferRequest): Promise<TransferResult> {
  const [result] = await transferAll(tx, [movement]);
  if (!result) throw new Error(`The ledger returned no result for ${movement.reference}`);
  if ('refused' in result) throw new AppError(result.refused);
  return result;
}

/** Null if the giving account does not cover a transfer of the work; any other failure is thrown. */
export const ifCovered = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error: unknown) => {
    if (labelOf(error) === 'badRequest.invalid.payment') return null;
    throw error;
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

/** Credits of an account; 0 if it was never used. */
export async function balanceOf(tx: Pick<Tx, 'select'>, account: Account): Promise<number> {
  const isAccount = and(eq(accounts.kind, account.kind), eq(accounts.owner, String(account.owner)));
  const [row] = await tx.select({ balance: currentBalance }).from(accounts).where(isAccount);
  return row?.balance ?? 0;
}

/** Of a member's credits, those that were given, not bought. */
export async function freeCreditsOf(tx: Pick<Tx, 'select'>, memberId: number): Promise<number> {
  const isAccount = and(eq(accounts.kind, 'member'), eq(accounts.owner, String(memberId)));
  const [row] = await tx.select({ free: accounts.free }).from(accounts).where(isAccount);
  return row?.free ?? 0;
}

/** Credits of members, by their ids; those who never had any are missing. */
export async function memberBalances(
  tx: Pick<Tx, 'select'>,
  memberIds: readonly number[],
): Promise<Map<number, number>> {
  if (memberIds.length === 0) return new Map();
  const owners = memberIds.map(String);
  const rows = await tx
    .select({ owner: accounts.owner, balance: currentBalance })
    .from(accounts)
    .where(and(eq(accounts.kind, 'member'), inArray(accounts.owner, owners)));
  return new Map(rows.map(({ owner, balance }) => [Number(owner), balance]));
}

/** Adds new entries to the balances of their accounts. Call every second. */
export async function sumUp({ db }: { db: Db }): Promise<void> {
  const waiting = await db.selectDistinct({ account: unsummedEntries.accountId }).from(unsummedEntries);
  for (const { account } of waiting)
    await db.transaction((tx) => tx.execute(sql`select sum_up(${account}::int)`));
}

const isAccount = ({ kind, owner }: Account) =>
  and(eq(accounts.kind, kind), eq(accounts.owner, String(owner)));

/** Not from the house, whose balance is unlimited. */
type BoundedTransfer = TransferRequest & { from: Exclude<Account, { kind: 'house' }> };

/**
 * Moves `amount` or what the balance has for this kind; null if nothing. For new acts only: a known key throws
 * `badRequest.idempotency.conflict` unless it moved the same amount.
 */
export async function transferUpTo(
  tx: Tx,
  movement: BoundedTransfer,
): Promise<(TransferResult & { amount: number }) | null> {
  // Locks the same accounts as `transfer`, in its order. The house's is never locked: every transfer would wait for it.
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(or(isAccount(movement.from), movement.to.kind === 'member' ? isAccount(movement.to) : undefined))
    .orderBy(accounts.id)
    .for('no key update');
  // Read after locking, so that nothing leaves meanwhile. `balance` alone would omit entries not yet summed up (0087).
  const balance = await balanceOf(tx, movement.from);
  const { kind, owner } = movement.from;
  const isBoughtOnly = kind === 'member' && freeRules[movement.kind] === 'bought';
  const kept = isBoughtOnly ? await freeCreditsOf(tx, owner) : 0;
  const amount = Math.min(movement.amount, Math.max(0, balance - kept));
  if (amount === 0) return null;
  return { ...(await transfer(tx, { ...movement, amount })), amount };
}
