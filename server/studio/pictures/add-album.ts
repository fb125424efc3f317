import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import type { addAlbum as call } from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { insertAlbum } from '#server/media/uploads/own-albums.ts';
import type { Deps } from '#server/ports/deps.ts';
import { albumKey, changePictures, requireClean } from './change-pictures.ts';

/** Throws `badRequest.album.full` and `badRequest.profile.words`. */
export async function addAlbum(
  deps: Deps,
  caller: Caller,
  { title }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireClean(deps, title);
  return changePictures(deps, caller, {
    act: 'album.added',
    change: async (tx, performerId) => {
      const { album, added } = await insertAlbum(tx, { performerId, title });
      return { result: { album }, subject: added ? albumKey(album) : null };
    },
  });
}
