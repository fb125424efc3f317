import { and, asc, eq, gt } from 'drizzle-orm';
import { performerNames } from '#server/performers/profile/reads.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { unreadNotices } from './notices/tables.ts';
import { isOwnSide, ownSide } from './reads.ts';
import { conversations, privateMessages } from './tables.ts';

/** Conversations go with the account, what the performers wrote too; what was paid stays in the books. */
export const messagesData: PersonalData = {
  tables: ['conversation', 'unread_notice'],
  async read(db, memberId) {
    const rows = await db
      .select({
        performerId: conversations.performerId,
        at: privateMessages.sentAt,
        from: privateMessages.owner,
        message: privateMessages.content,
        returnedAt: privateMessages.returnedAt,
      })
      .from(privateMessages)
      .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
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
      'private-messages': rows.map(({ performerId, ...row }) => ({
        performer: names.get(performerId) ?? null,
        ...row,
      })),
    };
  },
  async erase(tx, memberId) {
    await tx.delete(unreadNotices).where(eq(unreadNotices.memberId, memberId));
    await tx.delete(conversations).where(eq(conversations.memberId, memberId));
  },
};
