import { and, eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { removeFavourite as call } from '#contract/member/account/favourites-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { favourites } from './tables.ts';

/** Idempotent: removing a performer who is not a favourite does nothing. */
export async function removeFavourite(
  deps: Deps,
  caller: Caller,
  { performerId }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('favourite', `${memberId}`);
  const removed = await deps.db
    .delete(favourites)
    .where(and(eq(favourites.memberId, memberId), eq(favourites.performerId, performerId)))
    .returning({ performerId: favourites.performerId });
  if (removed.length === 0) return true;
  deps.events.record('favourite.removed', { member: memberId, performer: performerId });
  deps.push.toMember(memberId, 'favourite-remove', { performerId });
  return true;
}
