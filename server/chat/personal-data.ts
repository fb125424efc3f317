import { and, asc, eq, notExists } from 'drizzle-orm';
import { memberTable } from '#server/db/member-table.ts';
import { withPerformers } from '#server/performers/performers-for.ts';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { camBacks } from './cam-back/tables.ts';
import { chatMinutes } from './minutes/tables.ts';
import { readReceipts } from './receipt/receipt.ts';
import { roomModerators } from './room/moderators/tables.ts';
import { sanctions } from './room/sanctions/tables.ts';
import { chatMessages } from './room/tables.ts';
import { chatSessions } from './session/tables.ts';
import { roomTippers, tips } from './tipping/tables.ts';
import { toyRuns } from './toys/tables.ts';
import { chatLobby, vipRequests } from './vip/tables.ts';

/** Name of a deleted member in rows that outlive the account. */
const deletedName = (memberId: number): string => `#deleted-${memberId}`;

const inRoom = ['performerId', 'sessionId as session'] as const;

const withoutName = (memberId: number) => ({ sender: deletedName(memberId) });

/** Chats and tips. The rows carry amounts and stay with the books, without the member's name. */
export const watchingData: readonly PersonalData[] = [
  memberTable(chatSessions, {
    file: 'chats',
    order: 'joinedAt',
    async show(db, rows) {
      const receipts = await readReceipts({ db }, rows);
      return receipts.map((receipt, index) => ({ as: rows[index]?.sender, ...receipt }));
    },
    erase: withoutName,
  }),
  memberTable(chatMinutes, {
    file: 'minutes',
    columns: [
      'performerId',
      'boughtIn as session',
      'mode',
      'boughtAt as at',
      'price',
      'deliveredMs',
      'returned',
      'reason',
    ],
    order: 'id',
    show: withPerformers,
    erase: 'keep',
  }),
  memberTable(tips, {
    file: 'tips',
    columns: [...inRoom, 'createdAt as at', 'amount', 'tipType as kind', 'item', 'message', 'isPublic'],
    order: 'id',
    show: withPerformers,
    erase: () => ({ message: '' }),
  }),
  memberTable(roomTippers, {
    file: 'top-tippers',
    columns: ['performerId', 'since', 'credits', 'tippedAt as last'],
    order: 'tippedAt',
    show: withPerformers,
    erase: 'delete',
  }),
  memberTable(vipRequests, {
    file: 'vip-requests',
    columns: [...inRoom, 'requestedAt as at', 'state', 'reason', 'answeredAt', 'endedAt'],
    order: 'requestedAt',
    show: withPerformers,
    erase: withoutName,
  }),
  memberTable(toyRuns, {
    file: 'toys',
    columns: [...inRoom, 'queuedAt as at', 'level', 'seconds', 'playedMs', 'returned'],
    order: 'id',
    show: withPerformers,
    erase: withoutName,
  }),
  memberTable(camBacks, {
    file: 'cameras',
    columns: [...inRoom, 'state', 'stoppedAt'],
    order: 'stoppedAt',
    show: withPerformers,
    erase: 'keep',
  }),
];

const keyOf = (memberId: number): string => `member:${memberId}`;

/** On deletion, the lines of tips remain without their text. */
const roomMessages: PersonalData = {
  tables: [],
  async read(db, memberId) {
    const messages = await db
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
    return { 'chat-messages': await withPerformers(db, messages) };
  },
  async erase(tx, memberId) {
    const isOwn = eq(chatMessages.author, keyOf(memberId));
    const ofTip = tx.select({ id: tips.id }).from(tips).where(eq(tips.messageId, chatMessages.id));
    await tx.delete(chatMessages).where(and(isOwn, notExists(ofTip)));
    await tx
      .update(chatMessages)
      .set({ sender: deletedName(memberId), message: '' })
      .where(isOwn);
    await tx.delete(chatLobby).where(eq(chatLobby.viewer, keyOf(memberId)));
  },
};

/** Sanctions that the member imposed as a moderator. They outlive the account, as the performer's own. */
const moderation: PersonalData = {
  tables: [],
  async read(db, memberId) {
    const { performerId, kind, since, until, liftedAt } = sanctions;
    const rows = await db
      .select({ performerId, kind, since, until, liftedAt })
      .from(sanctions)
      .where(eq(sanctions.byMemberId, memberId))
      .orderBy(asc(sanctions.id));
    return { moderation: await withPerformers(db, rows) };
  },
  async erase(tx, memberId) {
    await tx.update(sanctions).set({ byMemberId: null }).where(eq(sanctions.byMemberId, memberId));
  },
};

/** A member's messages in rooms, sanctions against the member, and the member's work as a moderator. */
export const roomData: readonly PersonalData[] = [
  roomMessages,
  moderation,
  memberTable(roomModerators, {
    file: 'moderator',
    columns: ['performerId', 'since', 'until', 'endedAt'],
    order: 'id',
    show: withPerformers,
    erase: 'delete',
  }),
  memberTable(sanctions, {
    file: 'chat-sanctions',
    columns: ['performerId', 'kind', 'reason', 'since', 'until', 'liftedAt'],
    order: 'id',
    show: withPerformers,
    erase: 'delete',
  }),
];
