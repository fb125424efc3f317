import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { CutGround } from '#contract/chat/session.ts';
import { voidTokens } from '#server/performers/whip-key/keys.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { chatRooms } from './tables.ts';

export interface Shutting {
  ground: CutGround;
  /** Null: until it is opened. */
  until: Date | null;
  at: Date;
}

/**
 * Closes a performer's chat and voids her broadcast's tokens. sweepShutRooms and cutRevoked end sessions and broadcast in
 * the running product.
 */
export async function shutRoom(
  tx: Pick<Tx, 'insert'>,
  performerId: number,
  { ground, until, at }: Shutting,
): Promise<void> {
  const set = { closedAt: at, closedUntil: until, closedGround: ground };
  await tx
    .insert(chatRooms)
    .values({ performerId, ...set })
    .onConflictDoUpdate({ target: chatRooms.performerId, set });
  await voidTokens(tx, { performerId, at });
}

/** Whether the operator keeps a performer's room shut. */
export async function isRoomShut(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerId: number,
): Promise<boolean> {
  const { closedAt, closedUntil } = chatRooms;
  const [shut] = await db
    .select({ performerId: chatRooms.performerId })
    .from(chatRooms)
    .where(
      and(
        eq(chatRooms.performerId, performerId),
        isNotNull(closedAt),
        or(isNull(closedUntil), gt(closedUntil, now())),
      ),
    );
  return shut !== undefined;
}

/** Opens a performer's chat again; false if it is not closed, or not since the given moment. */
export async function openRoom(
  tx: Pick<Tx, 'update'>,
  performerId: number,
  closedAt?: Date,
): Promise<boolean> {
  const opened = await tx
    .update(chatRooms)
    .set({ closedAt: null, closedUntil: null, closedGround: null })
    .where(
      and(
        eq(chatRooms.performerId, performerId),
        closedAt ? eq(chatRooms.closedAt, closedAt) : isNotNull(chatRooms.closedAt),
      ),
    )
    .returning({ performerId: chatRooms.performerId });
  return opened.length > 0;
}

export interface ShutRoom {
  performerId: number;
  /** Null for rooms that were shut without one. */
  ground: CutGround | null;
}

export async function shutRooms({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<ShutRoom[]> {
  const { performerId, closedGround, closedAt, closedUntil } = chatRooms;
  return db
    .select({ performerId, ground: closedGround })
    .from(chatRooms)
    .where(and(isNotNull(closedAt), or(isNull(closedUntil), gt(closedUntil, now()))));
}
