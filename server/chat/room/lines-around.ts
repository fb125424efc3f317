import { and, between, desc, eq, isNull, or } from 'drizzle-orm';
import type { Db } from '#server/ports/database.ts';
import { chatMessages } from './tables.ts';

/** Messages of a room that the desk shows. */
const LATEST = 80;
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

/** The newest messages of a room, oldest first: public ones, and those of the show of a chat session. */
export async function latestLines(
  db: Pick<Db, 'select'>,
  performerId: number,
  { show }: { show: string | null },
) {
  const { id, sender, message, sentAt, vipSession, removedAt } = chatMessages;
  const isPublic = isNull(vipSession);
  const rows = await db
    .select({ id, sender, message, sentAt, vipSession })
    .from(chatMessages)
    .where(
      and(
        eq(chatMessages.performerId, performerId),
        isNull(removedAt),
        show === null ? isPublic : or(isPublic, eq(vipSession, show)),
      ),
    )
    .orderBy(desc(id))
    .limit(LATEST);
  return rows.reverse();
}
