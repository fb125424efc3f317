import { desc, eq } from 'drizzle-orm';
import type { FavouriteWays } from '#contract/member/notices/live-notice-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performerNames } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { favourites } from '../favourites/tables.ts';

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
  const names = await performerNames(
    deps,
    rows.map(({ performerId }) => performerId),
  );
  return { result: rows.map((row) => ({ ...row, username: names.get(row.performerId) ?? '' })) };
}
