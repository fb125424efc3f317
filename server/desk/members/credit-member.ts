import type { creditMember as call } from '#contract/desk/member-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { requireAccount } from '#server/member/account/find-member.ts';
import type { Deps } from '#server/ports/deps.ts';
import { creditMember as giveCredits } from '#server/wallet/spending/credit-member.ts';

/** Gives credits from the house. Throws `badRequest.login.notExists`, also for an erased member. */
export async function creditMember(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  caller: Caller,
  { memberId, credits }: { memberId: number; credits: number },
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  return deps.db.transaction(async (tx) => {
    await requireAccount(tx, memberId);
    return giveCredits({ ...deps, db: tx }, by, { memberId, credits });
  });
}
