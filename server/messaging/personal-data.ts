import { and, asc, eq, gt } from 'drizzle-orm';
import { performerNames } from '#server/performers/profile/reads.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { unreadNotices } from './notices/tables.ts';
import { fileNameOf, photosOfMember } from './photos/personal-data.ts';
import { photos } from './photos/tables.ts';
import { isOwnSide, ownSide } from './reads.ts';
import { evidenceOfMember } from './reports/evidence.ts';
import { conversations, privateMessages } from './tables.ts';

/** Conversations go with the account, what the performers wrote too; what was paid stays in the books, what was reported with the report. */
export const messagesData: PersonalData = {
  tables: ['conversation', 'photo', 'unread_notice'],
  async read(db, memberId) {
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
    const names = await performerNames(
      { db },
      rows.map(({ performerId }) => performerId),
    );
    const [notice] = await db
      .select({ at: unreadNotices.toldAt })
      .from(unreadNotices)
      .where(eq(unreadNotices.memberId, memberId));
    return {
      'last-notice': notice ?? null,
      'reported-messages': await evidenceOfMember(db, memberId),
      'private-messages': rows.map(({ performerId, photo, ...row }) => ({
        performer: names.get(performerId) ?? null,
        ...row,
        ...(photo !== null && { photo: fileNameOf(photo) }),
      })),
    };
  },
  files: photosOfMember,
  async erase(tx, memberId) {
    await tx.delete(unreadNotices).where(eq(unreadNotices.memberId, memberId));
    await tx.delete(conversations).where(eq(conversations.memberId, memberId));
    // Those that were not sent; a sweep deletes the files.
    await tx.delete(photos).where(eq(photos.memberId, memberId));
  },
};
