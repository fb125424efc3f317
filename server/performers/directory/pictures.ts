import type { PriceRules } from '#contract/chat/prices.ts';
import type { Snapshot } from '#contract/image.ts';
import { isLive, isPaused, isVip } from '#contract/performers/status.ts';
import { NO_COLOR } from '#server/media/images/encode.ts';
import { fallbackImage, type ImageRef, imageKinds, toSnapshot } from '#server/media/images/image-url.ts';
import type { Deps } from '#server/ports/deps.ts';

export interface PictureRow {
  id: number;
  onlineStatus: number;
  /** Version of the portrait. */
  picture: string | null;
  /** CSS colour of the placeholder. */
  color: string | null;
  /** Version of the latest snapshot of the stream. */
  snapshot: string | null;
  /** Nothing this performer shows is explicit. */
  nonude: boolean;
}

export interface Seen {
  now: Date;
  secret: string;
  /** This visitor must not see explicit pictures. */
  nonNude: boolean;
  /** What performers may ask; null if all ask the specification's prices. */
  rules: PriceRules | null;
}

export const seenBy = (deps: Pick<Deps, 'config' | 'now'>, nonNude: boolean): Seen => ({
  now: deps.now(),
  secret: deps.config.secret,
  rules: deps.config.prices,
  nonNude,
});

/** The URL contains the version, so it can be cached forever. */
export function cardPicture(row: PictureRow, seen: Seen): Snapshot {
  return toSnapshot(seen.secret, refOf(row, seen), row.color ?? NO_COLOR);
}

/** Whether the stream is public, has a picture, and this visitor may see it. */
export const showsStream = (
  { onlineStatus, snapshot, nonude }: Pick<PictureRow, 'onlineStatus' | 'snapshot' | 'nonude'>,
  { nonNude }: Seen,
): boolean =>
  snapshot !== null &&
  isLive(onlineStatus) &&
  !isVip(onlineStatus) &&
  !isPaused(onlineStatus) &&
  (nonude || !nonNude);

/** The stream's snapshot if this visitor may see it; else the portrait, which is never explicit. */
function refOf(row: PictureRow, seen: Seen): ImageRef {
  const { id, picture, snapshot } = row;
  if (snapshot !== null && showsStream(row, seen)) return { kind: imageKinds.live, id, version: snapshot };
  return picture === null ? fallbackImage : { kind: imageKinds.portrait, id, version: picture };
}
