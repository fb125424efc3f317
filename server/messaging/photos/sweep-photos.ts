import { and, eq, inArray, isNull, lt, lte, min } from 'drizzle-orm';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { conversationSides, privateMessages } from '../tables.ts';
import { removeUnusedFiles } from './photo-files.ts';
import { photos } from './tables.ts';

/** ms in which an uploaded photo has to be sent. */
export const UNSENT_MS = 24 * 3_600_000;

/** Removes uploads that no message used within a day, and files that nobody refers to any more. Answers how many files. */
export async function sweepPhotos(deps: Deps): Promise<number> {
  const before = new Date(deps.now().getTime() - UNSENT_MS);
  await deps.db.delete(photos).where(and(isNull(photos.messageId), lt(photos.uploadedAt, before)));
  return removeUnusedFiles(deps);
}

/** Photos of a conversation that neither side sees any more. */
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
