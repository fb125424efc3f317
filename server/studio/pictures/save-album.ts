import type { ParsedInput } from '#contract/endpoint.ts';
import type { saveAlbum as call } from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { renameAlbum } from '#server/media/uploads/own-albums.ts';
import type { Deps } from '#server/ports/deps.ts';
import { albumKey, changePictures, requireClean, requireOwn } from './change-pictures.ts';

/** Throws `badRequest.notFound` for an album that is not hers, and `badRequest.profile.words`. */
export async function saveAlbum(
  deps: Deps,
  caller: Caller,
  { album, title }: ParsedInput<typeof call>,
): Promise<true> {
  requireClean(deps, title);
  return changePictures(deps, caller, {
    act: 'album.changed',
    change: async (tx, performerId) => {
      const changed = requireOwn(await renameAlbum(tx, { performerId, album, title }));
      return { result: true, subject: changed ? albumKey(album) : null };
    },
  });
}
