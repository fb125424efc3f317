import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { resendActivation as call } from '#contract/member/account-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { isMailboxFull } from '../mail/links.ts';
import { sendActivation } from '../mail/send-activation.ts';
import { registeredFrom } from './registered-from.ts';
import { members } from './tables.ts';

/**
 * Does nothing for a verified member. Throws `badRequest.tooMany` when the mailbox was sent enough: the e-mail address
 * of an unverified account may be a stranger's.
 */
export async function resendActivation(
  deps: Deps,
  caller: Caller,
  { lang }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await deps.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ email: members.email, verifiedAt: members.verifiedAt, meta: members.meta })
      .from(members)
      .where(eq(members.id, memberId))
      .for('update');
    if (!member || member.verifiedAt) return;
    if (await isMailboxFull(tx, { kind: 'activate', memberId, now: deps.now() }))
      throw new AppError('badRequest.tooMany');
    const { email, meta } = member;
    await sendActivation(deps, tx, { memberId, email, lang, from: registeredFrom(meta) });
  });
  deps.wakeOutbox();
  return true;
}
