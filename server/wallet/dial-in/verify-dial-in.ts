import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { verifyDialIn as call } from '#contract/wallet/dial-in-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { ownSession } from './reads.ts';

export async function verifyDialIn(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { dialIn } = await ownSession(deps, caller, session);
  return { verified: dialIn.state === 'IN_CALL', nickname: dialIn.nickname };
}
