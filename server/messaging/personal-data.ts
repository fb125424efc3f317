import { and, asc, eq, gt } from 'drizzle-orm';
import { memberTable } from '#server/db/member-table.ts';
import { withPerformers } from '#server/performers/performers-for.ts';
import type { Db } from '#server/ports/database.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { unreadNotices } from './notices/tables.ts';
import { fileNameOf, photosOfMember } from './photos/personal-data.ts';
import { photos } from './photos/tables.ts';
import { isOwnSide, ownSide } from './reads.ts';
import { evidenceOfMember } from './reports/evidence.ts';
import { conversations, privateMessages } from './tables.ts';

/** When the member was last told of unread messages. */
export const lastNoticeData = memberTable(unreadNotices, {
  file: 'last-notice',
  columns: ['toldAt as at'],
  order: 'toldAt',
  show: (_, [notice]) => notice ?? null,
  erase: 'delete',
});

/**
 * Deletes conversations with the account, including performers' messages. Payments stay in the books, reported messages
 * with the report.
 */
export const messagesData: PersonalData = {
  tables: ['conversation', 'photo'],
  read: async (db, memberId) => ({
    'reported-messages': await evidenceOfMember(db, memberId),
    'private-messages': await readMessages(db, memberId),
  }),
  files: photosOfMember,
  async erase(tx, memberId) {
    await tx.delete(conversations).where(eq(conversations.memberId, memberId));
    // Unsent uploads; a sweep deletes the files.
    await tx.delete(photos).where(eq(photos.memberId, memberId));
  },
};

async function readMessages(db: Db, memberId: number) {
  const rows = await db
    .select({
      performerId: conversations.performerId,
      at: privateMessages.sentAt,
      from: privateMessages.owner,
      message: privateMessages.content,
      photo: photos.id,
      returnedAt: privateMessages.returnedAt,
    })
    .from(privateMessages)
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .leftJoin(photos, eq(photos.messageId, privateMessages.id))
    .innerJoin(ownSide, isOwnSide({ side: 'member', id: memberId }))
    .where(and(eq(conversations.memberId, memberId), gt(privateMessages.seq, ownSide.deletedSeq)))
    .orderBy(asc(privateMessages.id));
  const named = await withPerformers(db, rows);
  return named.map(({ photo, ...row }) => ({ ...row, ...(photo !== null && { photo: fileNameOf(photo) }) }));
}
