import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  CONFIRM_EMAIL_SECONDS,
  type changeEmail as call,
  refuseNewEmail,
} from '#contract/member/settings/email-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { newLinkToken } from '#server/identity/tokens.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { confirmPassword } from '../account/confirm-password.ts';
import { emailChanges, members } from '../tables.ts';
import { CHANGES_PER_HOUR, closePending, countRecentChanges } from './email-changes.ts';
import { newAddressWork } from './send-to-new-address.ts';

/**
 * The outbox runner checks whether the address is in use, so that nothing reveals it. Throws
 * `badRequest.emailChange.tooMany` after three addresses an hour, `badRequest.invalid.input` for the current one.
 */
export async function changeEmail(
  deps: Deps,
  caller: Caller,
  { email, password }: ParsedInput<typeof call>,
): Promise<true> {
  const member = requireMember(caller);
  const { memberId } = member;
  if (!(await confirmPassword(deps, memberId, password)))
    throw new AppError('badRequest.incorrectPassword', { fields: ['password'] });
  const now = deps.now();
  const { token, hash } = newLinkToken();
  await deps.db.transaction(async (tx) => {
    const [account] = await tx
      .select({ email: members.email })
      .from(members)
      .where(eq(members.id, memberId))
      .for('update');
    if (!account) throw new AppError('badRequest.unauthorized');
    if (refuseNewEmail(email, account.email) !== null)
      throw new AppError('badRequest.invalid.input', { fields: ['email'] });
    if ((await countRecentChanges(tx, memberId, now)) >= CHANGES_PER_HOUR)
      throw new AppError('badRequest.emailChange.tooMany');
    await closePending(tx, memberId, now);
    await tx.insert(emailChanges).values({
      memberId,
      oldEmail: account.email,
      newEmail: email,
      confirmHash: hash,
      askedAt: now,
      expiresAt: new Date(now.getTime() + CONFIRM_EMAIL_SECONDS * 1000),
    });
    await addWork(tx, newAddressWork, { payload: { memberId, email, token }, runAt: now });
    await recordAct(tx, member, { act: 'member.email-change-asked', at: now });
    tx.afterCommit(() => deps.events.record('member.email-change-asked', { member: memberId }));
  });
  return true;
}
