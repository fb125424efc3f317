import type { OutputOf } from '#contract/endpoint.ts';
import type { readCredits as call } from '#contract/wallet/purchase-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import { balanceOf } from '#server/ledger/transfer.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function readCredits(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { memberId } = requireMember(caller);
  return { credits: await balanceOf(deps.db, { kind: 'member', owner: memberId }) };
}
