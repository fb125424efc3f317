import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { savePicture as call } from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { changeItem, holdItem } from '#server/media/uploads/own-items.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changePictures, pictureKey, requireClean } from './change-pictures.ts';

/** Throws `badRequest.notFound` for a picture that is not hers, and `badRequest.profile.words`. */
export async function savePicture(
  deps: Deps,
  caller: Caller,
  { picture, caption, nonude }: ParsedInput<typeof call>,
): Promise<true> {
  requireClean(deps, caption);
  return changePictures(deps, caller, {
    act: 'picture.changed',
    change: async (tx, performerId) => {
      const row = await holdItem(tx, { performerId, item: picture });
      if (!row) throw new AppError('badRequest.notFound');
      const changed = await changeItem(tx, { row, caption, nonude });
      return { result: true, subject: changed ? pictureKey(picture) : null };
    },
  });
}
