import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import type { OperatorCaller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { type EraseDeps, eraseMember } from './erase-member.ts';

/**
 * Deletes an account at once, for a member who asked by e-mail. Throws `badRequest.login.notExists`, also if it was
 * already deleted.
 */
export async function removeMember(
  deps: EraseDeps & Pick<Deps, 'db'>,
  caller: OperatorCaller,
  email: string,
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ memberId: members.id })
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    if (!row || !(await eraseMember(tx, deps, { ...row, caller, now })))
      throw new AppError('badRequest.login.notExists');
  });
}
