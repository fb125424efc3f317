import { and, eq, exists, inArray, ne, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Snapshot } from '#contract/image.ts';
import { type OnlineStatus, onlineStatus } from '#contract/performers/status.ts';
import { nameMatches } from '#server/db/expressions.ts';
import { NO_COLOR } from '#server/media/images/encode.ts';
import { fallbackImage, houseSecret, toSnapshot } from '#server/media/images/image-url.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse, isShownTo, type PerformerViewer, type Visitor } from '#server/ports/performer-viewer.ts';
import { areShownTo } from '../performers-for.ts';
import { performers } from '../tables.ts';
import { cardColumns } from './card.ts';
import { cardPicture, seenBy } from './pictures.ts';

export interface Face {
  id: number;
  username: string;
  onlineStatus: OnlineStatus;
  snapshot: Snapshot;
}

/**
 * Name, picture and status of those with whom the viewer has a conversation, unordered. A performer who does not
 * exist for the viewer keeps her name, offline with the placeholder picture.
 */
export async function performerFaces(
  deps: Deps,
  viewer: PerformerViewer,
  { ids, nonNude }: { ids: readonly number[]; nonNude: boolean },
): Promise<Face[]> {
  if (ids.length === 0) return [];
  const { id, username, onlineStatus: status, picture, color, snapshot, nonude } = cardColumns;
  const columns = { id, username, onlineStatus: status, picture, color, snapshot, nonude };
  const { removedAt, suspendedAt, hiddenIn } = performers;
  const showing = { removedAt, suspendedAt, hiddenIn };
  const rows = await deps.db
    .select({ ...columns, ...showing })
    .from(performers)
    .where(inArray(performers.id, [...ids]));
  const visitors = seenBy(deps, nonNude);
  const seen = viewer === inHouse ? { ...visitors, secret: houseSecret(visitors.secret) } : visitors;
  return rows.map((row) => {
    const named = { id: row.id, username: row.username };
    return isShownTo(viewer, row)
      ? { ...named, onlineStatus: row.onlineStatus, snapshot: cardPicture(row, seen) }
      : {
          ...named,
          onlineStatus: onlineStatus.offline,
          snapshot: toSnapshot(seen.secret, fallbackImage, NO_COLOR),
        };
  });
}

/** Whether the username of the performer with the id in `column` is found by `typed`, as part of another feature's query. */
export const hasNameLike = (db: Pick<Db, 'select'>, column: AnyPgColumn, typed: string): SQL =>
  performerOf(db, column, nameMatches(performers.searchWords, typed));

/** Whether the performer with the id in `column` is on the air for this visitor, as part of another feature's query. */
export const isOnAir = (db: Pick<Db, 'select'>, column: AnyPgColumn, viewer: Visitor): SQL =>
  performerOf(db, column, and(ne(performers.onlineStatus, onlineStatus.offline), areShownTo(viewer)));

const performerOf = (db: Pick<Db, 'select'>, column: AnyPgColumn, condition: SQL | undefined): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(performers)
      .where(and(eq(performers.id, column), condition)),
  );
