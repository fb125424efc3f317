import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Place, type ReviewState, reviewStates } from '#contract/media/uploads.ts';
import type { Profile } from '#contract/performers/profile/profile-calls.ts';
import type {
  OwnPicture,
  orderPictures as orderPicturesCall,
  readPictures as readPicturesCall,
  readPreview as readPreviewCall,
  removePicture as removePictureCall,
  savePicture as savePictureCall,
} from '#contract/studio/picture-calls.ts';
import { requireFeature } from '#server/calls/handler.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { houseSecret } from '#server/media/images/image-url.ts';
import type { ItemRow } from '#server/media/images/refs.ts';
import { shownItem } from '#server/media/reads.ts';
import { albumRowsOf, itemRowsOf, placeItems } from '#server/media/uploads/own-albums.ts';
import { changeItem, holdItem } from '#server/media/uploads/own-items.ts';
import { retireItem } from '#server/media/uploads/transitions.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { clearPortrait } from '#server/performers/profile/own-profile.ts';
import { pictureOf, portraitOf, previewProfile } from '#server/performers/profile/read-profile.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { albumKey, changePictures, pictureKey, requireClean, requireOwn } from './change-pictures.ts';

export async function readPictures(deps: Deps, caller: Caller): Promise<OutputOf<typeof readPicturesCall>> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  const performer = await performersFor(deps, inHouse).byId(performerId);
  if (!performer) throw new AppError('badRequest.unauthorized');
  const [albums, rows] = await Promise.all([
    albumRowsOf(deps.db, performerId),
    itemRowsOf(deps.db, performerId),
  ]);
  const { mediaReview } = deps.config;
  const secret = houseSecret(deps.config.secret);
  const own = (row: ItemRow): OwnPicture => ({
    ...shownItem(secret, row),
    caption: row.caption,
    nonude: row.nonude,
    state: stateOf(row),
    reason: row.reason,
  });
  const at = (place: Place) =>
    rows
      .filter((row) => row.place === place)
      .sort((one, other) => other.id - one.id)
      .map(own);
  return {
    review: mediaReview,
    portrait: portraitOf({ id: performerId, ...pictureOf(performer) }, secret),
    places: { portrait: at('portrait'), cover: at('cover'), film: at('film') },
    albums: albums.map(({ id, title }) => ({
      id,
      title,
      items: rows.filter(({ albumId }) => albumId === id).map(own),
    })),
  };
}

/** Rows that are stored or removed are not read. */
const stateOf = ({ state }: ItemRow): ReviewState => reviewStates.find((one) => one === state) ?? 'waiting';

export async function readPreview(
  deps: Deps,
  caller: Caller,
  viewing: ParsedInput<typeof readPreviewCall>,
): Promise<Profile> {
  requireFeature(deps, 'studio');
  const { performerId } = requirePerformer(caller);
  return previewProfile(deps, performerId, viewing);
}

/** Throws `badRequest.notFound` for a picture that is not hers, and `badRequest.profile.words`. */
export async function savePicture(
  deps: Deps,
  caller: Caller,
  { picture, caption, nonude }: ParsedInput<typeof savePictureCall>,
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

/** Throws `badRequest.notFound` for an album that is not hers. */
export async function orderPictures(
  deps: Deps,
  caller: Caller,
  { album, pictures }: ParsedInput<typeof orderPicturesCall>,
): Promise<true> {
  return changePictures(deps, caller, {
    act: 'album.changed',
    change: async (tx, performerId) => {
      const changed = requireOwn(await placeItems(tx, { performerId, album, wanted: pictures }));
      return { result: true, subject: changed ? albumKey(album) : null };
    },
  });
}

/** The sweep deletes its files. Without a portrait the placeholder is shown. */
export async function removePicture(
  deps: Deps,
  caller: Caller,
  { picture }: ParsedInput<typeof removePictureCall>,
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
