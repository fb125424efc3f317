import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { closePending } from './email-changes.ts';

export async function cancelEmailChange(deps: Deps, caller: Caller): Promise<true> {
  const { memberId } = requireMember(caller);
  await closePending(deps.db, memberId, deps.now());
  return true;
}
