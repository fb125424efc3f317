import { and, asc, eq } from 'drizzle-orm';
import { defaultLocale } from '#contract/locales.ts';
import type { Album, AlbumItem } from '#contract/media/albums-calls.ts';
import { own } from '#contract/own.ts';
import type { Deps } from '#server/ports/deps.ts';
import { imageKinds, toSnapshot, videoUrl } from './images/image-url.ts';
import { albumItems, albums } from './tables.ts';

export interface Viewing {
  lang: string;
  /** Only items that are not explicit. */
  nonNude: boolean;
}

/** A performer's albums with their visible items; albums without any are left out. */
export async function albumsOf(
  deps: Pick<Deps, 'db' | 'config'>,
  performerId: number,
  { lang, nonNude }: Viewing,
): Promise<Album[]> {
  const rows = await deps.db
    .select({ album: albums, item: albumItems })
    .from(albums)
    .innerJoin(albumItems, eq(albumItems.albumId, albums.id))
    .where(and(eq(albums.performerId, performerId), nonNude ? eq(albumItems.nonude, true) : undefined))
    .orderBy(asc(albums.position), asc(albumItems.position));
  const found = new Map<number, Album>();
  for (const { album, item } of rows) {
    const known = found.get(album.id) ?? { id: album.id, title: textIn(album.title, lang), items: [] };
    known.items.push(toItem(deps.config.secret, item, lang));
    found.set(album.id, known);
  }
  return [...found.values()];
}

function toItem(secret: string, row: typeof albumItems.$inferSelect, lang: string): AlbumItem {
  const { id, kind, version, width, height } = row;
  return {
    id,
    kind,
    picture: toSnapshot(secret, { kind: imageKinds.album, id, version }, row.color),
    width,
    height,
    caption: textIn(row.caption, lang),
    video:
      row.durationMs === null
        ? null
        : {
            url: videoUrl(secret, { kind: imageKinds.video, id, version }),
            duration: row.durationMs,
            addedAt: row.addedAt.toISOString(),
          },
  };
}

const textIn = (texts: Readonly<Record<string, string>>, lang: string): string =>
  own(texts, lang) ?? own(texts, defaultLocale) ?? '';
