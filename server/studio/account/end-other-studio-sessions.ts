import type { OutputOf } from '#contract/endpoint.ts';
import type { endOtherStudioSessions as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { endOwnSessions } from '#server/member/security/end-own-sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function endOtherStudioSessions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const performer = requirePerformer(caller);
  return { ended: await endOwnSessions(deps, performer, { except: performer.sessionId }) };
}
