import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { liveQuestions } from './tables.ts';

/** A repeat counts from its own time. Choices made before stay. */
export async function declineLiveNotices({ db, limits, now }: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  await limits.take('live-notices', `member ${memberId}`);
  const declinedAt = now();
  await db
    .insert(liveQuestions)
    .values({ memberId, declinedAt })
    .onConflictDoUpdate({ target: liveQuestions.memberId, set: { declinedAt } });
  return true;
}
