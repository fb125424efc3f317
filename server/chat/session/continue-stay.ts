import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ports/database.ts';
import type { ChatSession } from './chat-auth.ts';
import { chatSessions } from './tables.ts';

type Stayed = Pick<ChatSession, 'stay' | 'carriedMs' | 'carriedSpent' | 'showFromMs'>;

const isOf = (stay: string) => or(eq(chatSessions.id, stay), eq(chatSessions.stay, stay));

/** The sessions of a stay, oldest first. */
export const sessionsOfStay = (db: Pick<Db, 'select'>, stay: string): Promise<ChatSession[]> =>
  db.select().from(chatSessions).where(isOf(stay)).orderBy(chatSessions.joinedAt, chatSessions.id);

/**
 * Adds a session that continues an earlier unit to the stay, with its sums so far. Two stays that meet, for example
 * through a show's unit, are merged. The caller stores the result.
 */
export async function continueStay(
  tx: Tx,
  session: Stayed & Pick<ChatSession, 'id'>,
  earlier: string,
): Promise<Stayed> {
  const { id, stay: own, carriedMs, carriedSpent, showFromMs } = session;
  const [before] = await tx
    .select({ stay: chatSessions.stay })
    .from(chatSessions)
    .where(eq(chatSessions.id, earlier));
  const stay = before?.stay ?? earlier;
  if (earlier === id || stay === (own ?? id)) return { stay: own, carriedMs, carriedSpent, showFromMs };
  if (own !== null) await tx.update(chatSessions).set({ stay }).where(isOf(own));
  const [sums] = await tx
    .select({
      ms: sql<number>`coalesce(sum(${chatSessions.paidMs}), 0)`.mapWith(Number),
      spent: sql<number>`coalesce(sum(${chatSessions.spent}), 0)`.mapWith(Number),
    })
    .from(chatSessions)
    .where(and(isOf(stay), ne(chatSessions.id, id)));
  const carried = sums?.ms ?? 0;
  return {
    stay,
    carriedMs: carried,
    carriedSpent: sums?.spent ?? 0,
    // The clock of a show goes on where it was.
    showFromMs: showFromMs === null ? null : showFromMs + carried - carriedMs,
  };
}
