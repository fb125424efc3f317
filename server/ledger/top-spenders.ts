import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { localDay, localTime, type Span, whole } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import { accounts, type TransferKind, transfers } from './tables.ts';

type Reading = Pick<Db, 'select'>;

/** With which credits go from members to performers, and back to them. */
const spends = ['tip', 'minute', 'message'] as const satisfies readonly TransferKind[];
const returns = ['minute-return', 'toy-return', 'message-return'] as const satisfies readonly TransferKind[];

const isSpend = sql`${transfers.kind} in ${spends}`;
/** The member of a spend or of its return, and the performer. */
const memberAccount = sql<number>`case when ${isSpend} then ${transfers.fromAccount} else ${transfers.toAccount} end`;
const performerAccount = sql<number>`case when ${isSpend} then ${transfers.toAccount} else ${transfers.fromAccount} end`;
const credits = whole(sql`sum(case when ${isSpend} then ${transfers.amount} else -${transfers.amount} end)`);

const [member, performer] = [alias(accounts, 'spender'), alias(accounts, 'earner')];

const moved = ({ from, to }: Span) =>
  and(
    gte(transfers.createdAt, from),
    lt(transfers.createdAt, to),
    inArray(transfers.kind, [...spends, ...returns]),
  );

/** Members who spent most at performers, less what was given back; most first. */
export async function topSpenders(
  db: Reading,
  span: Span,
  limit: number,
): Promise<{ memberId: number; credits: number }[]> {
  const rows = await db
    .select({ owner: member.owner, credits })
    .from(transfers)
    .innerJoin(member, and(eq(member.id, memberAccount), eq(member.kind, 'member')))
    .where(moved(span))
    .groupBy(member.owner)
    .orderBy(desc(credits), member.owner)
    .limit(limit);
  return rows.map(({ owner, credits: spent }) => ({ memberId: Number(owner), credits: spent }));
}

export interface Share {
  memberId: number;
  performerId: number;
  credits: number;
}

const isOf = (memberIds: readonly number[]) =>
  and(eq(member.kind, 'member'), inArray(member.owner, memberIds.map(String)));

/** With whom these members spent, most first. */
export async function sharesOf(db: Reading, span: Span, memberIds: readonly number[]): Promise<Share[]> {
  if (memberIds.length === 0) return [];
  const rows = await db
    .select({ owner: member.owner, earner: performer.owner, credits })
    .from(transfers)
    .innerJoin(member, and(eq(member.id, memberAccount), isOf(memberIds)))
    .innerJoin(performer, and(eq(performer.id, performerAccount), eq(performer.kind, 'performer')))
    .where(moved(span))
    .groupBy(member.owner, performer.owner)
    .orderBy(desc(credits));
  return rows.map((row) => ({
    memberId: Number(row.owner),
    performerId: Number(row.earner),
    credits: row.credits,
  }));
}

/** Credits that these members spent in a span, and the days on which they did so before this hour. */
export async function spentBy(
  db: Reading,
  span: Span,
  { memberIds, nightEnd }: { memberIds: readonly number[]; nightEnd: number },
): Promise<Map<number, { credits: number; nights: number }>> {
  if (memberIds.length === 0) return new Map();
  const isNight = sql`${isSpend} and extract(hour from ${localTime(transfers.createdAt)}) < ${nightEnd}`;
  const rows = await db
    .select({
      owner: member.owner,
      credits,
      nights: whole(sql`count(distinct case when ${isNight} then ${localDay(transfers.createdAt)} end)`),
    })
    .from(transfers)
    .innerJoin(member, and(eq(member.id, memberAccount), isOf(memberIds)))
    .where(moved(span))
    .groupBy(member.owner);
  return new Map(rows.map(({ owner, ...row }) => [Number(owner), row]));
}
