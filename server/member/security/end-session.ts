import type { ParsedInput } from '#contract/endpoint.ts';
import type { endSession as call } from '#contract/member/security-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endOwnSessions } from './end-own-sessions.ts';

/** Of the caller alone. One of somebody else is answered like one that ended long ago. */
export async function endSession(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<true> {
  const member = requireMember(caller);
  await endOwnSessions(deps, member, { memberId: member.memberId, only: session });
  return true;
}
