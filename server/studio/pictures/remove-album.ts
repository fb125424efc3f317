import type { ParsedInput } from '#contract/endpoint.ts';
import type { removeAlbum as call } from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { deleteAlbum } from '#server/media/uploads/own-albums.ts';
import type { Deps } from '#server/ports/deps.ts';
import { albumKey, changePictures } from './change-pictures.ts';

export async function removeAlbum(
  deps: Deps,
  caller: Caller,
  { album }: ParsedInput<typeof call>,
): Promise<true> {
  return changePictures(deps, caller, {
    act: 'album.removed',
    change: async (tx, performerId) => {
      const removed = await deleteAlbum(deps, tx, { performerId, album });
      return { result: true, subject: removed ? albumKey(album) : null };
    },
  });
}
