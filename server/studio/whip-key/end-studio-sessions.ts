import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { endStudioSessions as call } from '#contract/studio/whip-key-calls.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { endLogins } from '#server/performers/whip-key/end-logins.ts';
import type { Deps } from '#server/ports/deps.ts';
import { cutRevoked } from './cut-revoked.ts';

export async function endStudioSessions(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  const { ended, whipKey } = await endLogins(deps, caller, { performerId, ...input });
  await cutRevoked(deps);
  deps.events.record('performer.logged-out', { performer: performerId });
  return { ended: ended.length, whipKey };
}
