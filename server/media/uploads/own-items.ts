import { and, asc, eq, isNull, ne } from 'drizzle-orm';
import type { Place } from '#contract/media/uploads.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { ItemRow } from '../images/image-url.ts';
import { albumItems } from '../tables.ts';
import { filled, type Texts } from './own-albums.ts';
import { isThere, itemMachine } from './transitions.ts';

/** Where an upload of a performer belongs. */
export interface Target {
  readonly performerId: number;
  readonly place: Place;
  /** Null for every place except `album`. */
  readonly album: number | null;
}

interface OwnItem {
  readonly performerId: number;
  readonly item: number;
}

const isHers = ({ performerId, item }: OwnItem) =>
  and(eq(albumItems.id, item), eq(albumItems.performerId, performerId));

/** The same file at the same place, also while it is being stored. */
export async function findUpload(
  db: Pick<Db, 'select'>,
  { performerId, place, album }: Target,
  hash: string,
): Promise<ItemRow | undefined> {
  const [row] = await db
    .select()
    .from(albumItems)
    .where(
      and(
        eq(albumItems.performerId, performerId),
        eq(albumItems.place, place),
        eq(albumItems.hash, hash),
        album === null ? isNull(albumItems.albumId) : eq(albumItems.albumId, album),
        ne(albumItems.state, 'gone'),
      ),
    );
  return row;
}

export type NewItem = Omit<typeof albumItems.$inferInsert, 'state'>;

/** The row is `storing` until its files are stored. */
export async function insertItem(tx: Tx, values: NewItem): Promise<ItemRow> {
  const [row] = await tx
    .insert(albumItems)
    .values({ ...values, state: itemMachine.first })
    .returning();
  if (!row) throw new Error('A picture was not inserted');
  return row;
}

/** Locks one of her pictures or films; undefined if it is not there, or not in this state. */
export async function holdItem(
  tx: Tx,
  which: OwnItem,
  state?: ItemRow['state'],
): Promise<ItemRow | undefined> {
  const inState = state === undefined ? isThere : eq(albumItems.state, state);
  const [row] = await tx
    .select()
    .from(albumItems)
    .where(and(isHers(which), inState))
    .for('update');
  return row;
}

/** The performer of a picture or film. */
export async function ownerOf(db: Pick<Db, 'select'>, id: number): Promise<number | undefined> {
  const [row] = await db
    .select({ performerId: albumItems.performerId })
    .from(albumItems)
    .where(and(eq(albumItems.id, id), isThere));
  return row?.performerId;
}

/** Of all performers, oldest first. */
export const waitingRows = (db: Pick<Db, 'select'>) =>
  db.select().from(albumItems).where(eq(albumItems.state, 'waiting')).orderBy(asc(albumItems.id));

/** Returns whether anything changed. */
export async function changeItem(
  tx: Tx,
  { row, caption, nonude }: { row: ItemRow; caption: Texts; nonude: boolean },
): Promise<boolean> {
  const set = { caption: filled(caption), nonude };
  if (JSON.stringify({ caption: filled(row.caption), nonude: row.nonude }) === JSON.stringify(set))
    return false;
  await tx.update(albumItems).set(set).where(eq(albumItems.id, row.id));
  return true;
}
