import { eq } from 'drizzle-orm';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endSanction } from '../sanctions/end-sanction.ts';
import { sanctions } from '../tables.ts';
import { requireModerator } from './require-moderator.ts';

/**
 * Lifts a sanction that the caller imposed as a moderator. Throws `badRequest.notFound`, also if it was already lifted,
 * and `badRequest.moderator.ended`.
 */
export async function undoModeration(
  deps: Deps,
  caller: Caller,
  { sanction }: { sanction: number },
): Promise<true> {
  const member = requireMember(caller);
  const { memberId } = member;
  const row = await endSanction(deps, member, {
    sanction,
    which: eq(sanctions.byMemberId, memberId),
    permit: async (tx, { performerId }) => {
      await requireModerator(tx, { performerId, memberId, at: deps.now() });
    },
  });
  deps.push.toPerformer(row.performerId, 'studio-sanctions', { room: row.performerId });
  return true;
}
