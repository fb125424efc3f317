import { and, eq, isNull } from 'drizzle-orm';
import { type Caller, requireMember } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { deletedEmailHash } from './email-hash.ts';
import { endSessions } from './end-sessions.ts';
import { favourites, mailLinks, members } from './tables.ts';

/** Takes the person out of the account; the row stays, because the books refer to it. */
export async function deleteMember(deps: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  const now = deps.now();
  const ended = await deps.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ emailFolded: members.emailFolded })
      .from(members)
      .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
      .for('update');
    if (!member) return [];
    // No chosen name has a #, so that a deleted account never stands in the way of one.
    const nobody = `#deleted-${memberId}`;
    await tx
      .update(members)
      .set({
        email: '',
        emailFolded: nobody,
        username: nobody,
        usernameFolded: nobody,
        passwordHash: '',
        meta: {},
        deletedAt: now,
        deletedEmailHash: deletedEmailHash(deps.config, member.emailFolded),
      })
      .where(eq(members.id, memberId));
    await tx.delete(favourites).where(eq(favourites.memberId, memberId));
    await tx.delete(mailLinks).where(eq(mailLinks.memberId, memberId));
    return endSessions(tx, memberId, { now });
  });
  for (const session of ended) deps.push.endSession(session);
  deps.events.record('member.deleted', { member: memberId });
  return true;
}
