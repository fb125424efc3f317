import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type StatementBuilder, statement } from '#server/db/statement.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { chatRooms } from './tables.ts';

export interface TakenNumbers {
  /** The last number taken. */
  seq: number;
  slowSeconds: number | null;
  delaySeconds: number | null;
}

/** Takes the room's next number within another statement, whose placeholder `performerId` is the room's. */
export const nextNumber = (db: StatementBuilder) =>
  db.$with('room').as(
    db
      .insert(chatRooms)
      .values({ performerId: sql.placeholder('performerId'), seq: 1 })
      .onConflictDoUpdate({ target: chatRooms.performerId, set: { seq: sql`${chatRooms.seq} + 1` } })
      .returning({ seq: chatRooms.seq }),
  );

const addNumbers = statement<{ performerId: number; count: number }, TakenNumbers>(
  'room-numbers',
  z
    .object({ seq: z.number(), slow_seconds: z.number().nullable(), delay_seconds: z.number().nullable() })
    .transform(({ seq, slow_seconds: slowSeconds, delay_seconds: delaySeconds }) => ({
      seq,
      slowSeconds,
      delaySeconds,
    })),
  (db) =>
    db
      .insert(chatRooms)
      .values({ performerId: sql.placeholder('performerId'), seq: sql.placeholder('count') })
      .onConflictDoUpdate({
        target: chatRooms.performerId,
        set: { seq: sql`${chatRooms.seq} + ${sql.placeholder('count')}` },
      })
      .returning({
        seq: chatRooms.seq,
        slow_seconds: chatRooms.slowSeconds,
        delay_seconds: chatRooms.delaySeconds,
      }),
);

/** The room's row stays locked until the transaction ends, so numbers have no gap and no duplicate. */
export async function takeNumbers(tx: Tx, performerId: number, count: number): Promise<TakenNumbers> {
  const [room] = await addNumbers(tx, { performerId, count });
  if (!room) throw new Error(`No message number for room ${performerId}`);
  return room;
}

/** The room's last sequence number. */
export async function roomSeq(db: Pick<Db, 'select'>, performerId: number): Promise<number> {
  const [room] = await db
    .select({ seq: chatRooms.seq })
    .from(chatRooms)
    .where(eq(chatRooms.performerId, performerId));
  return room?.seq ?? 0;
}

/** Locks the room until the transaction ends: its messages and other acts about its viewers wait. */
export async function lockRoom(tx: Tx, performerId: number): Promise<void> {
  await tx.insert(chatRooms).values({ performerId }).onConflictDoNothing();
  await tx
    .select({ seq: chatRooms.seq })
    .from(chatRooms)
    .where(eq(chatRooms.performerId, performerId))
    .for('update');
}

/** Returns the last numbers taken. Safe while the room's row is locked: no later number exists. */
export async function returnNumbers(tx: Tx, performerId: number, count: number): Promise<void> {
  await tx
    .update(chatRooms)
    .set({ seq: sql`${chatRooms.seq} - ${count}` })
    .where(eq(chatRooms.performerId, performerId));
}
