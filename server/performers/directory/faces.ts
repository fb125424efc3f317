import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Snapshot } from '#contract/media/image.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { neFixed } from '#server/db/fixed.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { foldUsername } from '../reads.ts';
import { performers } from '../tables.ts';
import { cardColumns } from './card.ts';
import { cardPicture, seenBy } from './pictures.ts';

export interface Face {
  id: number;
  username: string;
  onlineStatus: OnlineStatus;
  snapshot: Snapshot;
}

/** Name, picture and status of performers, unordered; removed ones are included as offline. */
export async function performerFaces(deps: Deps, ids: readonly number[], nonNude: boolean): Promise<Face[]> {
  if (ids.length === 0) return [];
  const { id, username, onlineStatus, picture, color, snapshot, nonude } = cardColumns;
  const rows = await deps.db
    .select({ id, username, onlineStatus, picture, color, snapshot, nonude })
    .from(performers)
    .where(inArray(performers.id, [...ids]));
  const seen = seenBy(deps, nonNude);
  return rows.map((row) => ({
    id: row.id,
    username: row.username,
    onlineStatus: row.onlineStatus,
    snapshot: cardPicture(row, seen),
  }));
}

/**
 * Whether the performer with the id in `column` has a username with this prefix, as part of another feature's query.
 */
export const hasNameStarting = (db: Pick<Db, 'select'>, column: AnyPgColumn, start: string): SQL =>
  performerOf(db, column, sql`starts_with(${performers.usernameFolded}, ${foldUsername(start)})`);

/** Whether the performer with the id in `column` is on the air, as part of another feature's query. */
export const isOnAir = (db: Pick<Db, 'select'>, column: AnyPgColumn): SQL =>
  performerOf(db, column, neFixed(performers.onlineStatus, onlineStatus.offline));

const performerOf = (db: Pick<Db, 'select'>, column: AnyPgColumn, condition: SQL): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(performers)
      .where(and(eq(performers.id, column), condition)),
  );
