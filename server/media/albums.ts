import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  Album,
  listAlbums as listAlbumsCall,
  readAlbum as readAlbumCall,
} from '#contract/media/albums-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { shownTo, visitorOf } from '#server/ports/performer-viewer.ts';
import { albumsOf } from './reads.ts';

/** None of a performer who does not exist for this visitor. */
export async function listAlbums(
  deps: Deps,
  caller: Caller,
  { id, ...viewing }: ParsedInput<typeof listAlbumsCall>,
): Promise<OutputOf<typeof listAlbumsCall>> {
  const performer = shownTo(visitorOf(caller), await deps.showingOf(deps.db, id));
  const found = performer ? await albumsOf(deps, performer, viewing) : [];
  return {
    result: found.flatMap(({ items, ...album }) => {
      const [first] = items;
      const videos = items.filter(({ kind }) => kind === 'video').length;
      return first ? [{ ...album, cover: first.picture, pictures: items.length - videos, videos }] : [];
    }),
  };
}

/** Throws `badRequest.notFound` unless a performer who exists for this visitor has this album with at least one visible item. */
export async function readAlbum(
  deps: Deps,
  caller: Caller,
  { id, album, ...viewing }: ParsedInput<typeof readAlbumCall>,
): Promise<Album> {
  const performer = shownTo(visitorOf(caller), await deps.showingOf(deps.db, id));
  const shown = performer ? await albumsOf(deps, performer, viewing) : [];
  const found = shown.find((one) => one.id === album);
  if (!found) throw new AppError('badRequest.notFound');
  return found;
}
