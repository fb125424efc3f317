import { and, eq, gt, gte, lt, or, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { whole } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { accounts, type FreeRule, freeRules, type TransferKind, transferKinds, transfers } from './tables.ts';

/** Free credits of a period, and those that members have now. */
interface FreeCredits {
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

const [member, performer] = [alias(accounts, 'member_account'), alias(accounts, 'performer_account')];

/** Free credits that each member spent at each performer since a moment, less those that came back. */
export async function freeSpendsSince(
  db: Pick<Db, 'select'>,
  since: Date,
): Promise<{ memberId: number; performerId: number; credits: number }[]> {
  const isSpend = eq(transfers.fromAccount, member.id);
  const credits = sql<number>`sum(case when ${isSpend} then ${transfers.free} else -${transfers.free} end)`;
  const rows = await db
    .select({ member: member.owner, performer: performer.owner, credits: credits.mapWith(Number) })
    .from(transfers)
    .innerJoin(
      member,
      and(
        eq(member.kind, 'member'),
        or(eq(member.id, transfers.fromAccount), eq(member.id, transfers.toAccount)),
      ),
    )
    .innerJoin(
      performer,
      and(
        eq(performer.kind, 'performer'),
        or(eq(performer.id, transfers.fromAccount), eq(performer.id, transfers.toAccount)),
      ),
    )
    .where(and(gt(transfers.free, 0), gte(transfers.createdAt, since)))
    .groupBy(member.owner, performer.owner);
  return rows.map((row) => ({
    memberId: Number(row.member),
    performerId: Number(row.performer),
    credits: row.credits,
  }));
}
