import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { DELETION_DAYS } from '#contract/member/account/account-calls.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { type Caller, type OperatorCaller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';
import { type EraseDeps, eraseMember } from './erase-member.ts';
import { leave } from './transitions.ts';

const DAY_MS = 24 * 3_600_000;

/** Logs the member out everywhere and schedules the erasure in DELETION_DAYS; a login before then cancels it. */
export async function deleteMember(deps: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  const at = deps.now();
  const eraseAt = new Date(at.getTime() + DELETION_DAYS * DAY_MS);
  await deps.db.transaction((tx) => leave(deps, tx, { caller, memberId, at, eraseAt }));
  return true;
}

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
