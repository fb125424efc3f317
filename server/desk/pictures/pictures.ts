import {
  type listWaitingPictures as listWaitingPicturesCall,
  WAITING_PER_PAGE,
} from '#contract/desk/people/picture-calls.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Ground } from '#contract/safety/decisions.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import { ownerOf } from '#server/media/uploads/own-items.ts';
import type { Deps } from '#server/ports/deps.ts';
import { acceptPicture } from '#server/studio/pictures/decide-picture.ts';
import { listWaiting } from '#server/studio/pictures/list-waiting.ts';
import { decide } from '../decisions/decide.ts';
import type { DecideDeps } from '../decisions/measures.ts';
import { once } from '../decisions/take-measure.ts';

export async function listWaitingPictures(
  deps: Pick<Deps, 'db' | 'config'>,
  caller: Caller,
): Promise<OutputOf<typeof listWaitingPicturesCall>> {
  requireOperator(caller);
  const waiting = await listWaiting(deps);
  const shown = waiting.slice(0, WAITING_PER_PAGE);
  return {
    result: shown.map(({ id, picture: image, ...one }) => ({ ...one, picture: id, image })),
    total: waiting.length,
  };
}

/** Throws `badRequest.notFound` if it does not exist, or not any more. */
export async function decidePicture(
  deps: DecideDeps,
  caller: Caller,
  { picture, outcome, ground }: { picture: number; outcome: 'accept' | 'refuse'; ground: Ground },
): Promise<true> {
  const by = requireOperator(caller);
  if (outcome === 'accept') await acceptPicture(deps, by, picture);
  else await refusePicture(deps, by, { picture, ground });
  return true;
}

/** Hides a picture or film by a decision whose facts are the caller's reason. Once: a refused one stays. */
export async function refusePicture(
  deps: DecideDeps,
  by: OperatorCaller,
  { picture, ground }: { picture: number; ground: Ground },
): Promise<void> {
  const performerId = await ownerOf(deps.db, picture);
  if (performerId === undefined) throw new AppError('badRequest.notFound');
  const decision = { about: { performerId }, measure: 'refuse-picture', objectId: picture } as const;
  await once(decide(deps, by, { ...decision, words: { ground, facts: by.reason ?? '' } }));
}
