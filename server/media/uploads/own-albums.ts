import { and, asc, count, eq, max } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { ALBUMS_MAX, ITEMS_MAX } from '#contract/media/uploads.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import type { ItemRow } from '../images/refs.ts';
import { albumItems, albums } from '../tables.ts';
import { isThere, retire } from './transitions.ts';

type AlbumRow = typeof albums.$inferSelect;
export type Texts = Readonly<Record<string, string>>;

interface OwnAlbum {
  readonly performerId: number;
  readonly album: number;
}

const isHers = ({ performerId, album }: OwnAlbum) =>
  and(eq(albums.id, album), eq(albums.performerId, performerId));

export const albumRowsOf = (db: Pick<Db, 'select'>, performerId: number): Promise<AlbumRow[]> =>
  db
    .select()
    .from(albums)
    .where(eq(albums.performerId, performerId))
    .orderBy(asc(albums.position), asc(albums.id));

/** All pictures and films of a performer, in the order of their albums. */
export const itemRowsOf = (db: Pick<Db, 'select'>, performerId: number): Promise<ItemRow[]> =>
  db
    .select()
    .from(albumItems)
    .where(and(eq(albumItems.performerId, performerId), isThere))
    .orderBy(asc(albumItems.position), asc(albumItems.id));

/** Empty texts are left out. */
export const filled = (texts: Readonly<Partial<Record<string, string>>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .flatMap(([locale, text]): [string, string][] => (text ? [[locale, text]] : []))
      .sort(([one], [other]) => one.localeCompare(other)),
  );

/** Key order does not matter. */
const hasSameTexts = (one: Texts, other: Texts): boolean =>
  JSON.stringify(filled(one)) === JSON.stringify(filled(other));

/** Needs the performer's lock. Returns the existing album of that title. Throws `badRequest.album.full`. */
export async function insertAlbum(
  tx: Tx,
  { performerId, title }: { performerId: number; title: Texts },
): Promise<{ album: number; added: boolean }> {
  const all = await albumRowsOf(tx, performerId);
  const known = all.find((row) => hasSameTexts(row.title, title));
  if (known) return { album: known.id, added: false };
  if (all.length >= ALBUMS_MAX) throw new AppError('badRequest.album.full');
  const position = Math.max(0, ...all.map((row) => row.position)) + 1;
  const [row] = await tx
    .insert(albums)
    .values({ performerId, title: filled(title), position })
    .returning({ id: albums.id });
  return { album: row?.id ?? 0, added: true };
}

/** Returns false if nothing changed, null for an album that is not hers. */
export async function renameAlbum(
  tx: Tx,
  { title, ...which }: OwnAlbum & { title: Texts },
): Promise<boolean | null> {
  const [row] = await tx.select().from(albums).where(isHers(which)).for('update');
  if (!row) return null;
  if (hasSameTexts(row.title, title)) return false;
  await tx
    .update(albums)
    .set({ title: filled(title) })
    .where(isHers(which));
  return true;
}

/** Its pictures are removed with it, and their files by the sweep. Returns false if it is not there. */
export async function deleteAlbum(deps: Pick<Deps, 'now'>, tx: Tx, which: OwnAlbum): Promise<boolean> {
  const [row] = await tx.select().from(albums).where(isHers(which)).for('update');
  if (!row) return false;
  await retire(deps, tx, eq(albumItems.albumId, row.id));
  await tx.delete(albums).where(eq(albums.id, row.id));
  return true;
}

/** Those of `wanted` that exist come first; the others follow in their order. */
function inOrder(ids: readonly number[], wanted: readonly number[]): number[] {
  const first = [...new Set(wanted)].filter((id) => ids.includes(id));
  return [...first, ...ids.filter((id) => !first.includes(id))];
}

/** Returns whether the order changed. */
export async function placeAlbums(
  tx: Tx,
  { performerId, wanted }: { performerId: number; wanted: readonly number[] },
): Promise<boolean> {
  const ids = (await albumRowsOf(tx, performerId)).map(({ id }) => id);
  const order = inOrder(ids, wanted);
  if (order.every((id, at) => ids[at] === id)) return false;
  for (const [at, id] of order.entries())
    await tx
      .update(albums)
      .set({ position: at + 1 })
      .where(eq(albums.id, id));
  return true;
}

/** The same for the pictures of an album; null for an album that is not hers. */
export async function placeItems(
  tx: Tx,
  { wanted, ...which }: OwnAlbum & { wanted: readonly number[] },
): Promise<boolean | null> {
  if (!(await holdAlbum(tx, which))) return null;
  const rows = (await itemRowsOf(tx, which.performerId)).filter((row) => row.albumId === which.album);
  const ids = rows.map(({ id }) => id);
  const order = inOrder(ids, wanted);
  if (order.every((id, at) => ids[at] === id)) return false;
  for (const [at, id] of order.entries())
    await tx
      .update(albumItems)
      .set({ position: at + 1 })
      .where(eq(albumItems.id, id));
  return true;
}

/** Locks one of her albums; false if it is not there. */
export async function holdAlbum(tx: Tx, which: OwnAlbum): Promise<boolean> {
  const [row] = await tx.select({ id: albums.id }).from(albums).where(isHers(which)).for('update');
  return row !== undefined;
}

/**
 * The position after the last picture of an album. Throws `badRequest.notFound` for an album that is not hers, and
 * `badRequest.album.full`.
 */
export async function nextPosition(db: Pick<Db, 'select'>, which: OwnAlbum): Promise<number> {
  const [album] = await db.select({ id: albums.id }).from(albums).where(isHers(which));
  if (!album) throw new AppError('badRequest.notFound');
  const [row] = await db
    .select({ items: count(), last: max(albumItems.position) })
    .from(albumItems)
    .where(eq(albumItems.albumId, which.album));
  if ((row?.items ?? 0) >= ITEMS_MAX) throw new AppError('badRequest.album.full');
  return (row?.last ?? 0) + 1;
}
