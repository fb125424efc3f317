import { and, eq, inArray, isNull, lt, lte, min } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { conversationSides, privateMessages } from '../tables.ts';
import { removeUnusedFiles } from './photo-files.ts';
import { photos } from './tables.ts';

/** ms within which an uploaded photo must be sent. */
export const UNSENT_MS = 24 * 3_600_000;

/** Deletes uploads that were not sent within a day, and unused files. Returns the number of files. */
export async function sweepPhotos(deps: Deps): Promise<number> {
  const before = new Date(deps.now().getTime() - UNSENT_MS);
  await deps.db.delete(photos).where(and(isNull(photos.messageId), lt(photos.uploadedAt, before)));
  return removeUnusedFiles(deps);
}

/** Deletes photos of messages that both sides have deleted. */
export async function forgetPhotos(tx: Tx, conversationId: number): Promise<void> {
  const [sides] = await tx
    .select({ deleted: min(conversationSides.deletedSeq) })
    .from(conversationSides)
    .where(eq(conversationSides.conversationId, conversationId));
  const unseen = tx
    .select({ id: privateMessages.id })
    .from(privateMessages)
    .where(
      and(
        eq(privateMessages.conversationId, conversationId),
        lte(privateMessages.seq, sides?.deleted ?? 0),
        eq(privateMessages.isMedia, true),
      ),
    );
  await tx.delete(photos).where(inArray(photos.messageId, unseen));
}
