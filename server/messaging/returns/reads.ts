import { and, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { prices } from '#contract/wallet/prices.ts';
import type { Db } from '#server/ports/database.ts';
import { conversations, privateMessages } from '../tables.ts';

/**
 * Credits a member spent on messages, by performer, less what was given back. `from` is inclusive, `to` exclusive; null
 * means unbounded.
 */
export async function spentOnMessages(
  db: Pick<Db, 'select'>,
  memberId: number,
  { from, to }: { from: Date | null; to: Date | null },
): Promise<{ performerId: number; credits: number }[]> {
  return db
    .select({
      performerId: conversations.performerId,
      credits: sql<number>`count(*) * ${sql.raw(String(prices.message))}`.mapWith(Number),
    })
    .from(privateMessages)
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .where(
      and(
        eq(conversations.memberId, memberId),
        eq(privateMessages.owner, 'member'),
        isNull(privateMessages.returnedAt),
        from ? gte(privateMessages.sentAt, from) : undefined,
        to ? lt(privateMessages.sentAt, to) : undefined,
      ),
    )
    .groupBy(conversations.performerId);
}
