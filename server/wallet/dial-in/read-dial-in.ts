import type { OutputOf } from '#contract/endpoint.ts';
import type { readDialIn as call } from '#contract/wallet/dial-in-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { requireIvr, sessionOf, toDialIn } from './reads.ts';

export async function readDialIn(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
  requireIvr(deps);
  const session = await sessionOf(deps, caller);
  return { tariff: deps.config.phone.tariff, session: session && toDialIn(deps, session) };
}
