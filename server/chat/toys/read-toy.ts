import type { readToy as call } from '#contract/chat/toy-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOpenAuth } from '../session/chat-auth.ts';
import { readToyState } from './reads.ts';

/** Throws `badRequest.notFound` if the brand has no toys. */
export async function readToy(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'toys');
  const { performerId } = await readOpenAuth(deps, caller, input.auth);
  return readToyState(deps, performerId);
}
