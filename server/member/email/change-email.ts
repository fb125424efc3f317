import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { CONFIRM_EMAIL_SECONDS, type changeEmail as call } from '#contract/member/email-calls.ts';
import { refuseNewEmail } from '#contract/member/emails.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { newLinkToken } from '#server/identity/tokens.ts';
import { addWork } from '#server/outbox/work.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../account/tables.ts';
import { confirmPassword } from '../password/confirm-password.ts';
import { askedLately, CHANGES_PER_HOUR, closePending } from './email-changes.ts';
import { newAddressWork } from './send-to-new-address.ts';
import { emailChanges } from './tables.ts';

/**
 * Who has the address already is looked up by the outbox runner, so that neither answer nor timing tells. Throws
 * `badRequest.emailChange.tooMany` after three addresses in an hour, and `badRequest.invalid.input` for the one that counts now.
 */
export async function changeEmail(
  deps: Deps,
  caller: Caller,
  { email, password, lang }: ParsedInput<typeof call>,
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
    if ((await askedLately(tx, memberId, now)) >= CHANGES_PER_HOUR)
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
    await addWork(tx, newAddressWork, { payload: { memberId, email, token, lang }, runAt: now });
    await recordAct(tx, member, { act: 'member.email-change-asked', at: now });
  });
  deps.wakeOutbox();
  deps.events.record('member.email-change-asked', { member: memberId });
  return true;
}
