import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Snapshot } from '#contract/image.ts';
import { own } from '#contract/input.ts';
import { type Locale, readingOrderOf } from '#contract/locales.ts';
import type { Album, AlbumItem } from '#contract/media/albums-calls.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ShownPerformer } from '#server/ports/performer-viewer.ts';
import {
  filmRef,
  houseSecret,
  type ItemRow,
  pictureRef,
  refsOf,
  toSnapshot,
  videoUrl,
} from './images/image-url.ts';
import { storageKeyOf } from './images/originals.ts';
import { albumItems, albums } from './tables.ts';

export interface Viewing {
  lang: string;
  /** Only items that are not explicit. */
  nonNude: boolean;
  /** Also what waits for review: for the performer herself. */
  unreviewed?: boolean;
}

/** For the URLs of pictures: in the house they are served whoever may know of the performer. */
export const secretOf = (
  { config: { secret } }: Pick<Deps, 'config'>,
  { unreviewed }: Pick<Viewing, 'unreviewed'>,
): string => (unreviewed ? houseSecret(secret) : secret);

const isVisible = ({ nonNude, unreviewed }: Viewing) =>
  and(
    inArray(albumItems.state, unreviewed ? ['shown', 'waiting'] : ['shown']),
    nonNude ? eq(albumItems.nonude, true) : undefined,
  );

/** A performer's albums with their visible items; albums without any are left out. */
export async function albumsOf(
  deps: Pick<Deps, 'db' | 'config'>,
  performer: ShownPerformer,
  viewing: Viewing,
): Promise<Album[]> {
  const { lang } = viewing;
  const secret = secretOf(deps, viewing);
  const rows = await deps.db
    .select({ album: albums, item: albumItems })
    .from(albums)
    .innerJoin(albumItems, eq(albumItems.albumId, albums.id))
    .where(and(eq(albums.performerId, performer.id), isVisible(viewing)))
    .orderBy(asc(albums.position), asc(albums.id), asc(albumItems.position), asc(albumItems.id));
  const found = new Map<number, Album>();
  for (const { album, item } of rows) {
    const { text: title, ...language } = textIn(album.title, lang);
    const known = found.get(album.id) ?? { id: album.id, title, ...language, items: [] };
    known.items.push(toItem(secret, item, lang));
    found.set(album.id, known);
  }
  return [...found.values()];
}

/** Her cover and her cover film, if this visitor may see them; one that waits precedes the one that is shown. */
export async function coversOf(
  deps: Pick<Deps, 'db' | 'config'>,
  performer: ShownPerformer,
  viewing: Viewing,
): Promise<{ cover: AlbumItem | null; film: AlbumItem | null }> {
  const rows = await deps.db
    .select()
    .from(albumItems)
    .where(
      and(
        eq(albumItems.performerId, performer.id),
        inArray(albumItems.place, ['cover', 'film']),
        isVisible(viewing),
      ),
    )
    .orderBy(desc(albumItems.id));
  const at = (place: ItemRow['place']) => {
    const row = rows.find((one) => one.place === place);
    return row ? toItem(secretOf(deps, viewing), row, viewing.lang) : null;
  };
  return { cover: at('cover'), film: at('film') };
}

/** Her pictures that everybody may see who may see her, also before the age question. */
const isOpen = (performerId: number) =>
  and(
    eq(albumItems.performerId, performerId),
    eq(albumItems.kind, 'picture'),
    inArray(albumItems.place, ['album', 'cover']),
    isVisible({ lang: '', nonNude: true }),
  );

/** One of them; null if it is none, or not any more. */
export async function openPicture(
  { db, config }: Pick<Deps, 'config'> & { db: Pick<Db, 'select'> },
  { performerId, item }: { performerId: number; item: number },
): Promise<Snapshot | null> {
  const [row] = await db
    .select()
    .from(albumItems)
    .where(and(isOpen(performerId), eq(albumItems.id, item)));
  return row ? toSnapshot(config.secret, pictureRef(row), row.color) : null;
}

/** At most `limit` of them for herself: `first`, her cover, then the newest. */
export async function openPictures(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { performerId, first, limit }: { performerId: number; first: number | null; limit: number },
): Promise<{ id: number; picture: Snapshot }[]> {
  const rows = await db
    .select()
    .from(albumItems)
    .where(isOpen(performerId))
    .orderBy(
      desc(sql`${albumItems.id} = ${first ?? 0}`),
      desc(sql`${albumItems.place} = 'cover'`),
      desc(albumItems.id),
    )
    .limit(limit);
  const secret = houseSecret(config.secret);
  return rows.map((row) => ({ id: row.id, picture: toSnapshot(secret, pictureRef(row), row.color) }));
}

/** The portrait that waits for review, if any. */
export async function waitingPortrait(
  { db }: Pick<Deps, 'db'>,
  performerId: number,
): Promise<{ picture: string; color: string } | null> {
  const [row] = await db
    .select({ picture: albumItems.version, color: albumItems.color })
    .from(albumItems)
    .where(
      and(
        eq(albumItems.performerId, performerId),
        eq(albumItems.place, 'portrait'),
        eq(albumItems.state, 'waiting'),
      ),
    );
  return row ?? null;
}

function toItem(secret: string, row: ItemRow, lang: string): AlbumItem {
  const { text: caption, ...language } = textIn(row.caption, lang);
  return { ...shownItem(secret, row), caption, ...language };
}

/** A picture or film with its URLs. */
export function shownItem(secret: string, row: ItemRow): Omit<AlbumItem, 'caption' | 'lang'> {
  const { id, kind, width, height } = row;
  return {
    id,
    kind,
    picture: toSnapshot(secret, pictureRef(row), row.color),
    width,
    height,
    video:
      row.durationMs === null
        ? null
        : {
            url: videoUrl(secret, filmRef(row), row.format ?? 'webm'),
            duration: row.durationMs,
            addedAt: row.addedAt.toISOString(),
          },
  };
}

/** A text in the first language that the visitor may read, with this language if it is another one than asked for. */
function textIn(texts: Readonly<Record<string, string>>, language: string): { text: string; lang?: Locale } {
  const lang = readingOrderOf(language).find((locale) => own(texts, locale));
  if (lang === undefined) return { text: '' };
  return { text: own(texts, lang) ?? '', ...(lang !== language && { lang }) };
}

/** Stored files of pictures and films, by number; those of removed ones are missing. */
export async function filesOfItems(
  db: Pick<Db, 'select'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(albumItems)
    .where(and(inArray(albumItems.id, [...ids]), ne(albumItems.state, 'gone')));
  return new Map(rows.map((row) => [row.id, refsOf(row).map(storageKeyOf)]));
}
