import type { OutputOf } from '#contract/endpoint.ts';
import type { listStudioSessions as call } from '#contract/studio/account-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { openSessionsOf, shownSession } from '#server/identity/sessions.ts';
import type { Deps } from '#server/ports/deps.ts';

export async function listStudioSessions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'studio');
  const { performerId, sessionId } = requirePerformer(caller);
  const rows = await openSessionsOf(deps, { performerId });
  return { result: rows.map((row) => shownSession(row, sessionId)) };
}
