import type { MemberLimits } from '#contract/wallet/limits-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { limitsOf } from './reads.ts';

export async function readLimits(deps: Deps, caller: Caller): Promise<MemberLimits> {
  const { memberId } = requireMember(caller);
  return limitsOf(deps.db, memberId, deps.now());
}
