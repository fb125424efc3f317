import { imageAt } from '#contract/image.ts';
import type { Place } from '#contract/media/uploads.ts';
import { houseSecret } from '#server/media/images/image-url.ts';
import { shownItem } from '#server/media/reads.ts';
import { waitingRows } from '#server/media/uploads/own-items.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';

export interface WaitingPicture {
  readonly id: number;
  readonly performer: string | null;
  readonly performerId: number;
  readonly place: Place;
  readonly kind: 'picture' | 'video';
  readonly addedAt: string;
  readonly caption: Readonly<Record<string, string>>;
  readonly nonude: boolean;
  /** URL paths on the site. */
  readonly picture: string;
  readonly film: string | null;
}

/** px */
const SHOWN_WIDTH = 1280;

/** Pictures and films that wait for review, oldest first. */
export async function listWaiting({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<WaitingPicture[]> {
  const rows = await waitingRows(db);
  const names = await performersFor({ db }, inHouse).names(rows.map(({ performerId }) => performerId));
  return rows.map((row) => {
    const { picture, video } = shownItem(houseSecret(config.secret), row);
    return {
      id: row.id,
      performer: names.get(row.performerId) ?? null,
      performerId: row.performerId,
      place: row.place,
      kind: row.kind,
      addedAt: row.addedAt.toISOString(),
      caption: row.caption,
      nonude: row.nonude,
      picture: imageAt(picture.url, SHOWN_WIDTH),
      film: video?.url ?? null,
    };
  });
}
