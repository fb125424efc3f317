import { and, eq, isNull } from 'drizzle-orm';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';
import { favourites } from '../favourites/tables.ts';
import { mailLinks } from '../mail/tables.ts';
import { deletedEmailHash } from './email-hash.ts';
import { members } from './tables.ts';

/** Erases the personal data; the row stays because the books refer to it. */
export async function deleteMember(deps: Deps, caller: Caller): Promise<true> {
  const member = requireMember(caller);
  const { memberId } = member;
  const now = deps.now();
  const ended = await deps.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ emailFolded: members.emailFolded })
      .from(members)
      .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
      .for('update');
    if (!account) return [];
    // `#` is not allowed in usernames, so this never blocks one.
    const nobody = `#deleted-${memberId}`;
    await tx
      .update(members)
      .set({
        email: '',
        emailFolded: nobody,
        username: nobody,
        usernameFolded: nobody,
        chatName: null,
        passwordHash: '',
        meta: {},
        deletedAt: now,
        deletedEmailHash: deletedEmailHash(deps.config, account.emailFolded),
      })
      .where(eq(members.id, memberId));
    await tx.delete(favourites).where(eq(favourites.memberId, memberId));
    await tx.delete(mailLinks).where(eq(mailLinks.memberId, memberId));
    await recordAct(tx, member, { act: 'member.deleted', at: now });
    return endSessions(tx, { memberId }, now);
  });
  for (const session of ended) deps.push.endSession(session);
  deps.events.record('member.deleted', { member: memberId });
  return true;
}
