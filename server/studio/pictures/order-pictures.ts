import type { ParsedInput } from '#contract/endpoint.ts';
import type { orderPictures as call } from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { placeItems } from '#server/media/uploads/own-albums.ts';
import type { Deps } from '#server/ports/deps.ts';
import { albumKey, changePictures, requireOwn } from './change-pictures.ts';

/** Throws `badRequest.notFound` for an album that is not hers. */
export async function orderPictures(
  deps: Deps,
  caller: Caller,
  { album, pictures }: ParsedInput<typeof call>,
): Promise<true> {
  return changePictures(deps, caller, {
    act: 'album.changed',
    change: async (tx, performerId) => {
      const changed = requireOwn(await placeItems(tx, { performerId, album, wanted: pictures }));
      return { result: true, subject: changed ? albumKey(album) : null };
    },
  });
}
