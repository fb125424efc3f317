import type { Snapshot } from '#contract/media/image.ts';
import type { Deps } from '#server/deps.ts';
import { fallbackImage, imageKinds, toSnapshot } from '#server/media/images/address.ts';

export interface PictureRow {
  id: number;
  /** Version of the portrait. */
  picture: string | null;
  /** CSS colour of the placeholder. */
  color: string | null;
}

/** For whom a list is read, and when. */
export interface Seen {
  now: Date;
  secret: string;
}

export const seenBy = (deps: Pick<Deps, 'config' | 'now'>): Seen => ({
  now: deps.now(),
  secret: deps.config.secret,
});

const COLOR = '#8a7f8d';

/** The picture of a performer's card; the address names its version, so it may be kept for ever. */
export function cardPicture({ id, picture, color }: PictureRow, { secret }: Seen): Snapshot {
  const ref = picture === null ? fallbackImage : { kind: imageKinds.portrait, id, version: picture };
  return toSnapshot(secret, ref, color ?? COLOR);
}
