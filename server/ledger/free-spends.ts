import { and, eq, gt, gte, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '#server/ports/database.ts';
import { accounts, transfers } from './tables.ts';

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
