import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { readCall as call } from '#contract/wallet/dial-in-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { ownSession, statusOf } from './reads.ts';

export async function readCall(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  return statusOf(await ownSession(deps, caller, session), deps.now());
}
