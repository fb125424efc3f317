import { desc, eq } from 'drizzle-orm';
import type { FavouriteWays } from '#contract/member/notices/live-notice-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { favourites } from '../favourites/tables.ts';

/** Without performers who do not exist for this visitor. */
export async function listLiveNotices(deps: Deps, caller: Caller): Promise<{ result: FavouriteWays[] }> {
  const { memberId } = requireMember(caller);
  const rows = await deps.db
    .select({
      performerId: favourites.performerId,
      mail: favourites.liveMail,
      browser: favourites.liveBrowser,
    })
    .from(favourites)
    .where(eq(favourites.memberId, memberId))
    .orderBy(desc(favourites.createdAt), desc(favourites.performerId));
  const names = await performersFor(deps, visitorOf(caller)).names(
    rows.map(({ performerId }) => performerId),
  );
  return {
    result: rows.flatMap((row) => {
      const username = names.get(row.performerId);
      return username === undefined ? [] : [{ ...row, username }];
    }),
  };
}
