import { type listWaitingPictures as call, WAITING_PER_PAGE } from '#contract/desk/picture-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { listWaiting } from '#server/studio/pictures/list-waiting.ts';

export async function listWaitingPictures(
  deps: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
): Promise<OutputOf<typeof call>> {
  requireDesk(caller);
  const waiting = await listWaiting(deps);
  return { result: waiting.slice(0, WAITING_PER_PAGE), total: waiting.length };
}
