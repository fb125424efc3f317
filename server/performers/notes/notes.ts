import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db, Tx } from '#server/ports/database.ts';
import { performerNotes } from '../tables.ts';

export type NoteRow = typeof performerNotes.$inferSelect;

/** A performer's notes about these members, by their id. */
export async function notesAbout(
  db: Pick<Db, 'select'>,
  performerId: number,
  memberIds: readonly number[],
): Promise<Map<number, NoteRow>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(performerNotes)
    .where(
      and(eq(performerNotes.performerId, performerId), inArray(performerNotes.memberId, [...memberIds])),
    );
  return new Map(rows.map((row) => [row.memberId, row]));
}

/** In the order in which they were saved. */
export const notesOf = (db: Pick<Db, 'select'>, performerId: number): Promise<NoteRow[]> =>
  db
    .select()
    .from(performerNotes)
    .where(eq(performerNotes.performerId, performerId))
    .orderBy(asc(performerNotes.savedAt), asc(performerNotes.memberId));

/** Replaces the note; an empty text deletes it. */
export async function storeNote(tx: Tx, { performerId, memberId, text, savedAt }: NoteRow): Promise<void> {
  if (text === '') {
    const isIt = and(eq(performerNotes.performerId, performerId), eq(performerNotes.memberId, memberId));
    await tx.delete(performerNotes).where(isIt);
    return;
  }
  await tx
    .insert(performerNotes)
    .values({ performerId, memberId, text, savedAt })
    .onConflictDoUpdate({
      target: [performerNotes.performerId, performerNotes.memberId],
      set: { text, savedAt },
    });
}

export async function eraseNotes(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(performerNotes).where(eq(performerNotes.performerId, performerId));
}
