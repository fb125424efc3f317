import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { members } from '../tables.ts';

/**
 * Blocks a member until it is undone: refuses logins and ends sessions. Throws `badRequest.login.notExists`.
 */
export async function blockMember(
  deps: EndDeps,
  caller: Caller,
  { memberId, isBlocked }: { memberId: number; isBlocked: boolean },
): Promise<{ ended: number }> {
  const by = requireOperator(caller);
  const at = deps.now();
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(members)
      .set({ blockedAt: isBlocked ? at : null })
      .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
      .returning({ id: members.id });
    if (!row) throw new AppError('badRequest.login.notExists');
    const ended = isBlocked ? await endSessions({ ...deps, db: tx }, { memberId }) : [];
    const act = isBlocked ? 'member.blocked' : 'member.unblocked';
    await recordAct(tx, by, { act, memberId, at });
    return { ended: ended.length };
  });
}
