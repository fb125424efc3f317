import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { chooseLiveNotice as call } from '#contract/member/notices/live-notice-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { favourites } from '../favourites/tables.ts';

/** The choice ends with the favourite. Throws `badRequest.notFound` for another performer than a favourite. */
export async function chooseLiveNotice(
  deps: Deps,
  caller: Caller,
  { performerId, mail, browser }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('live-notices', `member ${memberId}`);
  if (!(await performersFor(deps, visitorOf(caller)).byId(performerId)))
    throw new AppError('badRequest.notFound');
  const changed = await deps.db
    .update(favourites)
    .set({ liveMail: mail, liveBrowser: browser })
    .where(and(eq(favourites.memberId, memberId), eq(favourites.performerId, performerId)))
    .returning({ performerId: favourites.performerId });
  if (changed.length === 0) throw new AppError('badRequest.notFound');
  return true;
}
