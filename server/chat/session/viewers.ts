import { and, count, eq } from 'drizzle-orm';
import { neFixed } from '#server/db/fixed.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatSessions } from './tables.ts';

export async function countViewers(deps: Pick<Deps, 'db'>, performerId: number): Promise<number> {
  const [row] = await deps.db
    .select({ viewers: count() })
    .from(chatSessions)
    .where(and(eq(chatSessions.performerId, performerId), neFixed(chatSessions.state, 'ended')));
  return row?.viewers ?? 0;
}

/** Pushes the number of viewers to a room and returns it. */
export async function tellViewers(deps: Pick<Deps, 'db' | 'push'>, room: number): Promise<number> {
  const viewers = await countViewers(deps, room);
  deps.push.toRoom(room, 'chat-viewers', { room, viewers });
  return viewers;
}
