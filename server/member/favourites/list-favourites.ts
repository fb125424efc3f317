import { desc, eq } from 'drizzle-orm';
import type { Favourite } from '#contract/member/account/favourites-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { favourites } from './tables.ts';

/** Newest first, without performers who do not exist for this visitor: they come back with her. */
export async function listFavourites(deps: Deps, caller: Caller): Promise<{ result: Favourite[] }> {
  const { memberId } = requireMember(caller);
  const kept = await deps.db
    .select({ performerId: favourites.performerId })
    .from(favourites)
    .where(eq(favourites.memberId, memberId))
    .orderBy(desc(favourites.createdAt), desc(favourites.performerId));
  const ids = kept.map(({ performerId }) => performerId);
  const shown = new Set(await performersFor(deps, visitorOf(caller)).among(ids));
  return { result: kept.filter(({ performerId }) => shown.has(performerId)) };
}
