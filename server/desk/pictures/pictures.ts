import {
  type listWaitingPictures as listWaitingPicturesCall,
  WAITING_PER_PAGE,
} from '#contract/desk/picture-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type Caller, requireDesk, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { acceptPicture, type RefuseDeps, refusePicture } from '#server/studio/pictures/decide-picture.ts';
import { listWaiting } from '#server/studio/pictures/list-waiting.ts';

export async function listWaitingPictures(
  deps: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
): Promise<OutputOf<typeof listWaitingPicturesCall>> {
  requireDesk(caller);
  const waiting = await listWaiting(deps);
  return { result: waiting.slice(0, WAITING_PER_PAGE), total: waiting.length };
}

/** Throws `badRequest.notFound` if it does not exist, or not any more. */
export async function decidePicture(
  deps: RefuseDeps,
  caller: Caller,
  { picture, outcome }: { picture: number; outcome: 'accept' | 'refuse' },
): Promise<true> {
  const by = requireOperator(caller);
  await (outcome === 'accept' ? acceptPicture : refusePicture)(deps, by, picture);
  return true;
}
