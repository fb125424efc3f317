import type { OutputOf } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { type Place, type ReviewState, reviewStates } from '#contract/media/uploads.ts';
import type { readPictures as call, OwnPicture } from '#contract/studio/picture-calls.ts';
import { requireFeature } from '#server/calls/require-feature.ts';
import { type Caller, requirePerformer } from '#server/identity/caller.ts';
import { houseSecret } from '#server/media/images/image-url.ts';
import { shownItem } from '#server/media/reads.ts';
import { albumRowsOf, itemRowsOf } from '#server/media/uploads/own-albums.ts';
import type { ItemRow } from '#server/media/uploads/refs.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import { pictureOf, portraitOf } from '#server/performers/profile/read-profile.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export async function readPictures(deps: Deps, caller: Caller): Promise<OutputOf<typeof call>> {
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
