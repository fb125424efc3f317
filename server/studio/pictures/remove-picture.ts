import type { ParsedInput } from '#contract/endpoint.ts';
import type { removePicture as call } from '#contract/studio/picture-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import { holdItem } from '#server/media/uploads/own-items.ts';
import { retireItem } from '#server/media/uploads/transitions.ts';
import { clearPortrait } from '#server/performers/profile/own-portrait.ts';
import type { Deps } from '#server/ports/deps.ts';
import { changePictures, pictureKey } from './change-pictures.ts';

/** The sweep deletes its files. Without a portrait the placeholder is shown. */
export async function removePicture(
  deps: Deps,
  caller: Caller,
  { picture }: ParsedInput<typeof call>,
): Promise<true> {
  return changePictures(deps, caller, {
    act: 'picture.removed',
    change: async (tx, performerId) => {
      const row = await holdItem(tx, { performerId, item: picture });
      if (!row) return { result: true, subject: null };
      await retireItem(deps, tx, row.id);
      if (row.place === 'portrait' && row.state === 'shown') await clearPortrait(tx, performerId);
      return { result: true, subject: pictureKey(picture) };
    },
  });
}
