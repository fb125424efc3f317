import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import type { Events } from '#server/events.ts';
import { accounts, entries, payments, transfers } from './tables.ts';

/** Something in the books that can't be. Ids only: what happened is looked up there. */
export type BooksFault =
  | { fault: 'balance'; account: number; balance: number; entries: number }
  /** A movement that is not carried by exactly the two entries it names. */
  | { fault: 'transfer'; transfer: number }
  /** An entry whose balance does not follow from the one before it. */
  | { fault: 'chain'; entry: number }
  /** A paid payment whose movement is not its own. */
  | { fault: 'payment'; payment: string };

interface AuditTools {
  db: Pick<Db, 'select'>;
  events: Events;
}

/** Checks all books and tells of every fault: to the log as an alarm, and to the counter of the event. */
export async function auditBooks({ db, events }: AuditTools): Promise<BooksFault[]> {
  const faults = await checkBooks(db);
  for (const fault of faults) events.record('books.wrong', fault);
  events.record('books.checked', { faults: faults.length });
  return faults;
}

/** Everything that is wrong with the books; empty when they are right. Each check sees one moment. */
export async function checkBooks(db: Pick<Db, 'select'>): Promise<BooksFault[]> {
  return [
    ...(await wrongBalances(db)),
    ...(await wrongTransfers(db)),
    ...(await brokenChains(db)),
    ...(await wrongPayments(db)),
  ];
}

async function wrongBalances(db: Pick<Db, 'select'>): Promise<BooksFault[]> {
  const total = sql<number>`coalesce(sum(${entries.amount}), 0)`.mapWith(Number);
  const rows = await db
    .select({ account: accounts.id, balance: accounts.balance, entries: total })
    .from(accounts)
    .leftJoin(entries, eq(entries.accountId, accounts.id))
    .groupBy(accounts.id)
    .having(sql`${accounts.balance} <> coalesce(sum(${entries.amount}), 0)`);
  return rows.map((row) => ({ fault: 'balance', ...row }));
}

async function wrongTransfers(db: Pick<Db, 'select'>): Promise<BooksFault[]> {
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

async function brokenChains(db: Pick<Db, 'select'>): Promise<BooksFault[]> {
  const before = sql<number>`coalesce(lag(${entries.balanceAfter}) over (partition by ${entries.accountId} order by ${entries.id}), 0)`;
  const steps = db
    .select({
      entry: entries.id,
      off: sql<boolean>`${entries.balanceAfter} <> ${before} + ${entries.amount}`.as('off'),
    })
    .from(entries)
    .as('steps');
  const rows = await db.select({ entry: steps.entry }).from(steps).where(sql`${steps.off}`);
  return rows.map((row) => ({ fault: 'chain', ...row }));
}

async function wrongPayments(db: Pick<Db, 'select'>): Promise<BooksFault[]> {
  const rows = await db
    .select({ payment: payments.id })
    .from(payments)
    .leftJoin(transfers, eq(transfers.id, payments.transferId))
    .leftJoin(accounts, eq(accounts.id, transfers.toAccount))
    .where(
      sql`${payments.status} = 'success' and (${transfers.kind}, ${transfers.amount}, ${transfers.reference}, ${accounts.kind}, ${accounts.owner})
        is distinct from ('purchase', ${payments.credits}::bigint, 'payment:' || ${payments.id}, 'member', ${payments.memberId}::text)`,
    );
  return rows.map((row) => ({ fault: 'payment', ...row }));
}
