import { and, asc, count, eq, ne } from 'drizzle-orm';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from './tables.ts';

export async function countViewers(deps: Pick<Deps, 'db'>, performerId: number): Promise<number> {
  const [row] = await deps.db
    .select({ viewers: count() })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended')));
  return row?.viewers ?? 0;
}

/** Pushes the number of viewers to a room and returns it. */
export async function tellViewers(deps: Pick<Deps, 'db' | 'push'>, room: number): Promise<number> {
  const viewers = await countViewers(deps, room);
  deps.push.toRoom(room, 'chat-viewers', { room, viewers });
  return viewers;
}

/** Number of viewers of each room that has any. */
export async function viewerCounts({ db }: Pick<Deps, 'db'>): Promise<ReadonlyMap<number, number>> {
  const { performerId, state } = chatSessions;
  const rows = await db
    .select({ performerId, viewers: count() })
    .from(chatSessions)
    .where(ne(state, 'ended'))
    .groupBy(performerId);
  return new Map(rows.map(({ performerId: id, viewers }) => [id, viewers]));
}

/** The viewers of a room in the order in which they joined. */
export const viewersOf = ({ db }: Pick<Deps, 'db'>, performerId: number) =>
  db
    .select({
      session: chatSessions.id,
      name: chatSessions.sender,
      memberId: chatSessions.memberId,
      type: chatSessions.type,
      minutes: chatSessions.minutes,
      joinedAt: chatSessions.joinedAt,
    })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), ne(chatSessions.state, 'ended')))
    .orderBy(asc(chatSessions.joinedAt), asc(chatSessions.id));
