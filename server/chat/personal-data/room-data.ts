import { and, asc, eq, notExists } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { sanctions } from '../room/sanctions/tables.ts';
import { chatMessages } from '../room/tables.ts';
import { tips } from '../tips/tables.ts';
import { chatLobby } from '../vip/tables.ts';
import { nobodyOf, withPerformers } from './with-performers.ts';

const keyOf = (memberId: number): string => `member:${memberId}`;

/** What was said in rooms, and what performers did about it. Lines of tips stay without their words. */
export const roomData: PersonalData = {
  tables: ['chat_sanction'],
  async read(db, memberId) {
    const said = await db
      .select({
        performerId: chatMessages.performerId,
        at: chatMessages.sentAt,
        as: chatMessages.sender,
        message: chatMessages.message,
        tip: chatMessages.amount,
      })
      .from(chatMessages)
      .where(eq(chatMessages.author, keyOf(memberId)))
      .orderBy(asc(chatMessages.id));
    const sanctioned = await db
      .select({
        performerId: sanctions.performerId,
        kind: sanctions.kind,
        reason: sanctions.reason,
        since: sanctions.since,
        until: sanctions.until,
        liftedAt: sanctions.liftedAt,
      })
      .from(sanctions)
      .where(eq(sanctions.memberId, memberId))
      .orderBy(asc(sanctions.id));
    return {
      'chat-messages': await withPerformers(db, said),
      'chat-sanctions': await withPerformers(db, sanctioned),
    };
  },
  async erase(tx, memberId) {
    const isOwn = eq(chatMessages.author, keyOf(memberId));
    const ofTip = tx.select({ id: tips.id }).from(tips).where(eq(tips.messageId, chatMessages.id));
    await tx.delete(chatMessages).where(and(isOwn, notExists(ofTip)));
    await tx
      .update(chatMessages)
      .set({ sender: nobodyOf(memberId), message: '' })
      .where(isOwn);
    await tx.delete(sanctions).where(eq(sanctions.memberId, memberId));
    await tx.delete(chatLobby).where(eq(chatLobby.viewer, keyOf(memberId)));
  },
};
