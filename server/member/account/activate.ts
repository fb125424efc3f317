import { and, eq, isNull } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { activate as call } from '#contract/member/account-calls.ts';
import { prices } from '#contract/wallet/prices.ts';
import type { Caller } from '#server/identity/caller.ts';
import { renewToken } from '#server/identity/renew-token.ts';
import type { Deps } from '#server/ports/deps.ts';
import { useLink } from '../mail/links.ts';
import { members } from '../tables.ts';
import { verifyAddress } from './transitions.ts';

/**
 * Verifies the e-mail address the link was sent to and grants the welcome credits, in one transaction. For a verified
 * member it only uses up the link.
 */
export async function activate(
  deps: Deps,
  caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return deps.db.transaction(async (tx) => {
    const link = await useLink(tx, 'activate', { token: key, now: deps.now() });
    const [member] = await tx
      .select({ id: members.id, email: members.email, verifiedAt: members.verifiedAt })
      .from(members)
      .where(and(eq(members.id, link.memberId), eq(members.email, link.email), isNull(members.deletedAt)))
      .for('update');
    if (!member) throw new AppError('badRequest.link.expired');
    if (member.verifiedAt !== null) return { credits: 0, hadCredits: false };
    await renewToken(tx, caller, { memberId: member.id });
    const { granted } = await verifyAddress(deps, tx, { caller, member });
    return { credits: granted ? prices.welcome : 0, hadCredits: !granted };
  });
}
