import { eq } from 'drizzle-orm';
import type { ParsedInput } from '#contract/endpoint.ts';
import type { resendActivation as call } from '#contract/member/account-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sendActivation } from '../mail/send-activation.ts';
import { members } from './tables.ts';

/** Does nothing for a verified member. */
export async function resendActivation(
  deps: Deps,
  caller: Caller,
  { lang }: ParsedInput<typeof call>,
): Promise<true> {
  const { memberId } = requireMember(caller);
  await deps.limits.take('recovery', `activation ${memberId}`);
  await deps.db.transaction(async (tx) => {
    const [member] = await tx
      .select({ email: members.email, verifiedAt: members.verifiedAt })
      .from(members)
      .where(eq(members.id, memberId));
    if (member && !member.verifiedAt) await sendActivation(deps, tx, { memberId, email: member.email, lang });
  });
  deps.wakeOutbox();
  return true;
}
