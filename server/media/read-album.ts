import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Album, readAlbum as call } from '#contract/media/albums-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { albumsOf } from './reads.ts';

/** Throws `badRequest.notFound` unless the performer has this album with at least one visible item. */
export async function readAlbum(
  deps: Deps,
  _caller: Caller,
  { id, album, ...viewing }: ParsedInput<typeof call>,
): Promise<Album> {
  const found = (await albumsOf(deps, id, viewing)).find((one) => one.id === album);
  if (!found) throw new AppError('badRequest.notFound');
  return found;
}
