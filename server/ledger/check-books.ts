import { and, eq, sql } from 'drizzle-orm';
import type { Events } from '#server/events.ts';
import type { Db } from '#server/ports/database.ts';
import { accounts, currentBalance, entries, transfers } from './tables.ts';

/** Contains only ids; the rows have the details. */
export type BooksViolation =
  | { fault: 'balance'; account: number; balance: number; entries: number }
  /** Not exactly the two entries that the transfer names. */
  | { fault: 'transfer'; transfer: number }
  /** A member's entry whose balance does not follow from the one before it. */
  | { fault: 'chain'; entry: number }
  /** A member whose free credits do not follow from the transfers. */
  | { fault: 'free'; account: number }
  /** A paid payment without a matching transfer. */
  | { fault: 'payment'; payment: string }
  /** A payment whose returned money does not match its returns and their transfers. */
  | { fault: 'return'; payment: string }
  /** A return whose debt is missing, or whose payments do not match. */
  | { fault: 'debt'; return: number }
  /** A settled phone call whose transfers do not match what performers earned. */
  | { fault: 'dial-in-call'; call: string }
  /** A payout whose transfers do not match it, or a transfer without one; by its reference. */
  | { fault: 'payout'; payout: string };

type Reading = Pick<Db, 'select'>;

/** Finds violations of one kind in one snapshot; features pass in checks of their own bookings. */
export type BooksCheck = (db: Reading) => Promise<BooksViolation[]>;

/** Records every violation as an event, which logs an alarm and increments a counter. */
export async function checkBooks(
  { db, events }: { db: Reading; events: Events },
  more: readonly BooksCheck[],
): Promise<BooksViolation[]> {
  const violations = await findViolations(db, more);
  for (const violation of violations) events.record('books.wrong', violation);
  events.record('books.checked', { faults: violations.length });
  return violations;
}

/** Returns an empty list for correct books. */
export async function findViolations(db: Reading, more: readonly BooksCheck[]): Promise<BooksViolation[]> {
  const found: BooksViolation[] = [];
  for (const check of [wrongBalances, wrongTransfers, brokenChains, wrongFree, ...more])
    found.push(...(await check(db)));
  return found;
}

async function wrongBalances(db: Reading): Promise<BooksViolation[]> {
  const total = sql<number>`coalesce(sum(${entries.amount}), 0)`.mapWith(Number);
  const rows = await db
    .select({ account: accounts.id, balance: currentBalance, entries: total })
    .from(accounts)
    .leftJoin(entries, eq(entries.accountId, accounts.id))
    .groupBy(accounts.id)
    .having(sql`${currentBalance} <> coalesce(sum(${entries.amount}), 0)`);
  return rows.map((row) => ({ fault: 'balance', ...row }));
}

async function wrongTransfers(db: Reading): Promise<BooksViolation[]> {
  const named = sql`case ${entries.accountId}
    when ${transfers.fromAccount} then -${transfers.amount} when ${transfers.toAccount} then ${transfers.amount} else 0 end`;
  const rows = await db
    .select({ transfer: transfers.id })
    .from(transfers)
    .leftJoin(entries, eq(entries.transferId, transfers.id))
    .groupBy(transfers.id)
    .having(sql`count(${entries.id}) <> 2 or not bool_and(${entries.amount} = ${named})`);
  return rows.map((row) => ({ fault: 'transfer', ...row }));
}

async function brokenChains(db: Reading): Promise<BooksViolation[]> {
  const before = sql<number>`coalesce(lag(${entries.balanceAfter}) over (partition by ${entries.accountId} order by ${entries.id}), 0)`;
  const steps = db
    .select({
      entry: entries.id,
      off: sql<boolean>`${entries.balanceAfter} is distinct from ${before} + ${entries.amount}`.as('off'),
    })
    .from(entries)
    .innerJoin(accounts, and(eq(accounts.id, entries.accountId), eq(accounts.kind, 'member')))
    .as('steps');
  const rows = await db.select({ entry: steps.entry }).from(steps).where(sql`${steps.off}`);
  return rows.map((row) => ({ fault: 'chain', ...row }));
}

async function wrongFree(db: Reading): Promise<BooksViolation[]> {
  const moved = sql`coalesce(sum(sign(${entries.amount})::int * ${transfers.free}), 0)`;
  const rows = await db
    .select({ account: accounts.id })
    .from(accounts)
    .leftJoin(entries, eq(entries.accountId, accounts.id))
    .leftJoin(transfers, eq(transfers.id, entries.transferId))
    .where(eq(accounts.kind, 'member'))
    .groupBy(accounts.id)
    .having(sql`${accounts.free} <> ${moved}`);
  return rows.map((row) => ({ fault: 'free', ...row }));
}
