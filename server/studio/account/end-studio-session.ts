import type { ParsedInput } from '#contract/endpoint.ts';
import type { endStudioSession as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { endOwnSessions } from '#server/member/security/end-own-sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

/** Only the caller's own session. Another performer's is treated like an ended one. */
export async function endStudioSession(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<true> {
  requireFeature(deps, 'studio');
  await endOwnSessions(deps, requirePerformer(caller), { only: session });
  return true;
}
