import { and, between, desc, eq, isNull } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { chatMessages } from './tables.ts';

/** ms before and after the moment. */
const AROUND_MS = 2 * 60_000;
const MOST = 100;

export type RoomLine = Pick<typeof chatMessages.$inferSelect, 'author' | 'sender' | 'message' | 'sentAt'>;

/**
 * What was said in a room around a moment, removed messages included, oldest first; without shows, which only their two
 * sides read.
 */
export async function linesAround(
  db: Pick<Db, 'select'>,
  performerId: number,
  moment: Date,
): Promise<RoomLine[]> {
  const { author, sender, message, sentAt } = chatMessages;
  const [from, to] = [-AROUND_MS, AROUND_MS].map((ms) => new Date(moment.getTime() + ms)) as [Date, Date];
  const rows = await db
    .select({ author, sender, message, sentAt })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.performerId, performerId),
        isNull(chatMessages.vipSession),
        between(sentAt, from, to),
      ),
    )
    // Not by number: messages that wait, or were removed meanwhile, have none.
    .orderBy(desc(chatMessages.id))
    .limit(MOST);
  return rows.reverse();
}
