import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type {
  readCall as readCallCall,
  readDialIn as readDialInCall,
  verifyDialIn as verifyDialInCall,
} from '#contract/wallet/dial-in-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { ownSession, requireIvr, sessionOf, statusOf, toDialIn } from './reads.ts';

export async function readDialIn(deps: Deps, caller: Caller): Promise<OutputOf<typeof readDialInCall>> {
  requireIvr(deps);
  const session = await sessionOf(deps, caller);
  return { tariff: deps.config.phone.tariff, session: session && toDialIn(deps, session) };
}

export async function readCall(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof readCallCall>,
): Promise<OutputOf<typeof readCallCall>> {
  return statusOf(await ownSession(deps, caller, session), deps.now());
}

export async function verifyDialIn(
  deps: Deps,
  caller: Caller,
  { session }: ParsedInput<typeof verifyDialInCall>,
): Promise<OutputOf<typeof verifyDialInCall>> {
  const { dialIn } = await ownSession(deps, caller, session);
  return { verified: dialIn.state === 'IN_CALL', nickname: dialIn.nickname };
}
