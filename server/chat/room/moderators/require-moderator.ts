import { and, eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Db } from '#server/ports/database.ts';
import { roomModerators } from '../tables.ts';
import { isAppointedAt, type ModeratorRow } from './reads.ts';

/** Returns a member's valid appointment in a room. Throws `badRequest.moderator.ended`. */
export async function requireModerator(
  db: Pick<Db, 'select'>,
  { performerId, memberId, at }: { performerId: number; memberId: number; at: Date },
): Promise<ModeratorRow> {
  const [row] = await db
    .select()
    .from(roomModerators)
    .where(
      and(
        eq(roomModerators.performerId, performerId),
        eq(roomModerators.memberId, memberId),
        isAppointedAt(at),
      ),
    );
  if (!row) throw new AppError('badRequest.moderator.ended');
  return row;
}
