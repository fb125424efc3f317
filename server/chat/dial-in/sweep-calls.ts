import type { Deps } from '#server/ports/deps.ts';
import { takeDueCalls } from '#server/wallet/dial-in/settled.ts';
import { expireDialIns } from '#server/wallet/dial-in/transitions.ts';
import { settleCall } from './settle-call.ts';

/**
 * Expires old codes and settles calls whose end was not reported, or was reported while this service was down. Throws
 * an AggregateError after trying all of them if some failed.
 */
export async function sweepCalls(deps: Deps): Promise<void> {
  const { ivr } = deps;
  await expireDialIns(deps);
  if (!ivr) return;
  const failures: unknown[] = [];
  for (const call of await takeDueCalls(deps, ivr.provider))
    await settleCall(deps, ivr, call).catch((error: unknown) => failures.push(error));
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} phone calls were not settled`);
}
