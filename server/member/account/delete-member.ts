import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type OperatorCaller, requireMember } from '#server/identity/caller.ts';
import { endSessions } from '#server/identity/sessions.ts';
import type { Tx } from '#server/ports/database.ts';
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
    if (!(await erase(tx, deps.config, { memberId, now }))) return [];
    await recordAct(tx, member, { act: 'member.deleted', at: now });
    return endSessions(tx, { memberId }, now);
  });
  for (const session of ended) deps.push.endSession(session);
  deps.events.record('member.deleted', { member: memberId });
  return true;
}

/** Of somebody who asked for it by e-mail. Throws `badRequest.login.notExists`, also for one who was deleted before. */
export async function removeMember(
  deps: Pick<Deps, 'db' | 'config' | 'now'>,
  caller: OperatorCaller,
  email: string,
): Promise<void> {
  const now = deps.now();
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select({ memberId: members.id })
      .from(members)
      .where(eq(members.emailFolded, foldEmail(email)));
    if (!row || !(await erase(tx, deps.config, { ...row, now })))
      throw new AppError('badRequest.login.notExists');
    await recordAct(tx, caller, { act: 'member.deleted', memberId: row.memberId, at: now });
    await endSessions(tx, row, now);
  });
}

/** False where nobody is left to erase. */
async function erase(
  tx: Tx,
  config: Deps['config'],
  { memberId, now }: { memberId: number; now: Date },
): Promise<boolean> {
  const [account] = await tx
    .select({ emailFolded: members.emailFolded })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)))
    .for('update');
  if (!account) return false;
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
      deletedEmailHash: deletedEmailHash(config, account.emailFolded),
    })
    .where(eq(members.id, memberId));
  await tx.delete(favourites).where(eq(favourites.memberId, memberId));
  await tx.delete(mailLinks).where(eq(mailLinks.memberId, memberId));
  return true;
}
