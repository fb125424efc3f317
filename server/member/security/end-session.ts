import type { ParsedInput } from '#contract/endpoint.ts';
import type { endSession as call } from '#contract/member/settings/security-calls.ts';
import { type Caller, requireMember } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { endOwnSessions } from './end-own-sessions.ts';

/** Only the caller's own session. Another member's is treated like an ended one. */
export async function endSession(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<true> {
  await endOwnSessions(deps, requireMember(caller), { only: session });
  return true;
}
