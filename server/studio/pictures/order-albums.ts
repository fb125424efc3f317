import type { ParsedInput } from '#contract/endpoint.ts';
import type { orderAlbums as call } from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { placeAlbums } from '#server/media/uploads/own-albums.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changePictures } from './change-pictures.ts';

/** Albums of others are ignored. */
export async function orderAlbums(
  deps: Deps,
  caller: Caller,
  { albums }: ParsedInput<typeof call>,
): Promise<true> {
  return changePictures(deps, caller, {
    act: 'album.changed',
    change: async (tx, performerId) => {
      const changed = await placeAlbums(tx, { performerId, wanted: albums });
      return { result: true, subject: changed ? `performer:${performerId}` : null };
    },
  });
}
