import { eq } from 'drizzle-orm';
import type { Away } from '#contract/performers/profile/away.ts';
import { openPicture } from '#server/media/reads.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { performerAways } from '../tables.ts';

export interface StoredAway {
  readonly text: string;
  readonly picture: number | null;
}

/** As she saved it; undefined without a text. */
export async function storedAway(
  db: Pick<Db, 'select'>,
  performerId: number,
): Promise<StoredAway | undefined> {
  const [row] = await db
    .select({ text: performerAways.text, picture: performerAways.itemId })
    .from(performerAways)
    .where(eq(performerAways.performerId, performerId));
  return row;
}

/** As viewers see it: without a picture that is no longer shown, or is explicit by now. */
export async function shownAway(
  deps: Pick<Deps, 'config'> & { db: Pick<Db, 'select'> },
  performerId: number,
): Promise<Away | undefined> {
  const stored = await storedAway(deps.db, performerId);
  if (!stored) return undefined;
  const { text, picture: item } = stored;
  return { text, picture: item === null ? null : await openPicture(deps, { performerId, item }) };
}

/** An empty text deletes the row. Lock the performer first. */
export async function storeAway(
  tx: Tx,
  { performerId, text, picture: itemId }: StoredAway & { performerId: number },
): Promise<void> {
  if (text === '') return eraseAway(tx, performerId);
  await tx
    .insert(performerAways)
    .values({ performerId, text, itemId })
    .onConflictDoUpdate({ target: performerAways.performerId, set: { text, itemId } });
}

export async function eraseAway(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(performerAways).where(eq(performerAways.performerId, performerId));
}
