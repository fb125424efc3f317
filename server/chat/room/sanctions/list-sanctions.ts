import type { listSanctions as call } from '#contract/chat/sanction-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { sanctionsOf } from './reads.ts';

export async function listSanctions(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  const { performerId } = requirePerformer(caller);
  return { sanctions: await sanctionsOf(deps, performerId) };
}
