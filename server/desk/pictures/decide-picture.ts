import { type Caller, requireOperator } from '#server/identity/caller.ts';
import { acceptPicture, refusePicture } from '#server/studio/pictures/decide-picture.ts';
import type { RefuseDeps } from '#server/studio/pictures/tell-refused.ts';

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
