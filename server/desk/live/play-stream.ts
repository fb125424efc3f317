import type { playStream as call } from '#contract/desk/live-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Caller, requireDesk } from '#server/identity/caller.ts';
import { streamRoom, unseenViewer } from '#server/media/rooms.ts';
import { watches } from '#server/media/unseen.ts';
import type { Deps } from '#server/ports/deps.ts';
import { mayWatch } from './may-watch.ts';

/** s in which the token can open a connection. */
const TOKEN_SECONDS = 60;

/** Throws `badRequest.notFound` unless the operator has opened what is on now, and `badRequest.media.unavailable`. */
export async function playStream(
  deps: Deps,
  caller: Caller,
  { performer: performerId }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const { operatorId } = requireDesk(caller).login;
  const [watch] = await watches(deps, { operatorId, performerId });
  if (!watch || !(await mayWatch(deps, watch))) throw new AppError('badRequest.notFound');
  const target = await deps.media
    .playTarget(streamRoom(performerId), unseenViewer(performerId, operatorId), TOKEN_SECONDS)
    .catch((cause: unknown) => {
      throw new AppError('badRequest.media.unavailable', { cause });
    });
  if (target.agent === 'nano' || deps.config.apiUrl !== deps.config.publicUrl) return target;
  // A desk at an address of its own serves the media there as well: its pages may connect to nothing else.
  const { pathname, search } = new URL(target.url, deps.config.apiUrl);
  return { ...target, url: pathname + search };
}
