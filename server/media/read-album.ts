import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { Album, listAlbums, readAlbum as readCall } from '#contract/media/albums.ts';
import type { Caller } from '#server/caller.ts';
import type { Deps } from '#server/deps.ts';
import { albumsOf } from './reads.ts';

/** What a performer's albums are called, how much is in them, and how each begins. */
export async function readAlbums(
  deps: Deps,
  _: Caller,
  { id, ...viewing }: ParsedInput<typeof listAlbums>,
): Promise<OutputOf<typeof listAlbums>> {
  const found = await albumsOf(deps, id, viewing);
  return {
    result: found.flatMap(({ items, ...album }) => {
      const [first] = items;
      const videos = items.filter(({ kind }) => kind === 'video').length;
      return first ? [{ ...album, cover: first.picture, pictures: items.length - videos, videos }] : [];
    }),
  };
}

/** One album. Throws `badRequest.notFound` where this performer has none of that number that may be shown. */
export async function readAlbum(
  deps: Deps,
  _: Caller,
  { id, album, ...viewing }: ParsedInput<typeof readCall>,
): Promise<Album> {
  const found = (await albumsOf(deps, id, viewing)).find((one) => one.id === album);
  if (!found) throw new AppError('badRequest.notFound');
  return found;
}
