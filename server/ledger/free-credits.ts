import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { whole } from '#server/db/hours.ts';
import type { Db } from '#server/ports/database.ts';
import { accounts, type FreeRule, freeRules, type TransferKind, transferKinds, transfers } from './tables.ts';

/** Free credits of a period, and those that members have now. */
export interface FreeCredits {
  given: number;
  /** Spent at performers, less what was given back: earned by them, and not. */
  earned: number;
  unearned: number;
  /** Paid debts, or lapsed with their account. */
  ended: number;
  held: number;
}

const kindsOf = (rule: FreeRule) => transferKinds.filter((kind) => freeRules[kind] === rule);

/** Kinds with which free credits leave a member, but for a performer. */
const endings = ['debt', 'lapse', 'refund', 'chargeback'] as const satisfies readonly TransferKind[];

const sumOfAll = (column: PgColumn) => whole(sql`sum(${column})`);

export async function freeCreditsIn(
  db: Pick<Db, 'select'>,
  { from, to }: { from: Date; to: Date },
): Promise<FreeCredits> {
  const rows = await db
    .select({ kind: transfers.kind, free: sumOfAll(transfers.free), amount: sumOfAll(transfers.amount) })
    .from(transfers)
    .where(and(gte(transfers.createdAt, from), lt(transfers.createdAt, to)))
    .groupBy(transfers.kind);
  const sumOf = (kinds: readonly TransferKind[], part: 'free' | 'amount' = 'free') =>
    rows.filter(({ kind }) => kinds.includes(kind)).reduce((sum, row) => sum + row[part], 0);
  const unearned = sumOf(['unearned'], 'amount') - sumOf(['unearned-return'], 'amount');
  const spent = sumOf(kindsOf('spent')) - sumOf(['debt', 'lapse']) - sumOf(kindsOf('returned'));
  const [members] = await db
    .select({ held: sql<number>`coalesce(sum(${accounts.free}), 0)`.mapWith(Number) })
    .from(accounts)
    .where(eq(accounts.kind, 'member'));
  return {
    given: sumOf(kindsOf('given')),
    earned: spent - unearned,
    unearned,
    ended: sumOf(endings),
    held: members?.held ?? 0,
  };
}
