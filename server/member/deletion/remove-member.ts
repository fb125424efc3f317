import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import { type EndDeps, endSessions } from '#server/identity/sessions.ts';
import { members } from '../tables.ts';
import { type EraseDeps, eraseMember } from './erase-member.ts';

/**
 * Deletes an account at once, for a member who asked by e-mail. Throws `badRequest.login.notExists`, also if it was
 * already deleted.
 */
export async function removeMember(
  deps: EraseDeps & EndDeps,
  caller: OperatorCaller,
  email: string,
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ memberId: members.id })
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    if (!row || !(await eraseMember(tx, deps, { ...row, now })))
      throw new AppError('badRequest.login.notExists');
    await recordAct(tx, caller, { act: 'member.deleted', memberId: row.memberId, at: now });
    await endSessions({ ...deps, db: tx }, row);
  });
}
