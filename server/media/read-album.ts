import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Album, readAlbum as call } from '#contract/media/albums-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { albumsOf } from './reads.ts';

/** Throws `badRequest.notFound` unless a performer who exists for this visitor has this album with at least one visible item. */
export async function readAlbum(
  deps: Deps,
  caller: Caller,
  { id, album, ...viewing }: ParsedInput<typeof call>,
): Promise<Album> {
  const performer = shownTo(visitorOf(caller), await deps.showingOf(deps.db, id));
  const shown = performer ? await albumsOf(deps, performer, viewing) : [];
  const found = shown.find((one) => one.id === album);
  if (!found) throw new AppError('badRequest.notFound');
  return found;
}
