import { desc, eq } from 'drizzle-orm';
import type { Favourite } from '#contract/member/favourites.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { favourites } from './tables.ts';

/** Newest first. */
export async function listFavourites(deps: Deps, caller: Caller): Promise<{ result: Favourite[] }> {
  const { memberId } = requireMember(caller);
  const result = await deps.db
    .select({ performerId: favourites.performerId })
    .from(favourites)
    .where(eq(favourites.memberId, memberId))
    .orderBy(desc(favourites.createdAt), desc(favourites.performerId));
  return { result };
}
