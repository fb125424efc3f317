import { and, eq, exists, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { showAsTipper as call } from '#contract/member/settings/settings-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';

/** Rooms follow with the next tip, and pages that read the list again at once. */
export async function showAsTipper(
  { db }: Deps,
  caller: Caller,
  { isShown }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await db.update(members).set({ inTopTippers: isShown }).where(eq(members.id, memberId));
  return true;
}

/** SQL condition: the member whose id is in `column` may be shown among a room's top tippers. For use in another query. */
export const isShownAsTipper = (db: Pick<Db, 'select'>, column: SQLWrapper): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(members)
      .where(and(eq(members.id, column), members.inTopTippers)),
  );
