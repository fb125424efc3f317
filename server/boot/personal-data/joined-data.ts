import { and, asc, eq, gt, notExists } from 'drizzle-orm';
import { chatMessages, sanctions } from '#server/chat/room/tables.ts';
import { tips } from '#server/chat/tipping/tables.ts';
import { chatLobby } from '#server/chat/vip/tables.ts';
import { ringAccounts, rings } from '#server/desk/tables.ts';
import { accounts, entries, transfers } from '#server/ledger/tables.ts';
import { deletedName } from '#server/member/names/chat-name.ts';
import { members } from '#server/member/tables.ts';
import { readFile } from '#server/messaging/photos/photo-files.ts';
import { allPhotosOf } from '#server/messaging/photos/reads.ts';
import { isOwnSide, ownSide } from '#server/messaging/reads.ts';
import { evidenceOfMember } from '#server/messaging/reports/report-conversation.ts';
import { conversations, photos, privateMessages } from '#server/messaging/tables.ts';
import { withPerformers } from '#server/performers/performers-for.ts';
import type { Db } from '#server/ports/database.ts';
import type { FileDeps, PersonalData, PersonalFile } from '#server/ports/personal-data.ts';
import { debts, paymentReturns } from '#server/wallet/returns/tables.ts';
import { payments } from '#server/wallet/tables.ts';

/** `eraseMember` erases the account's own fields. */
export const account: PersonalData = {
  tables: ['member'],
  async read(db, memberId) {
    const [row] = await db
      .select({
        email: members.email,
        username: members.username,
        chatName: members.chatName,
        language: members.language,
        mailChoices: members.mailChoices,
        inTopTippers: members.inTopTippers,
        registeredFrom: members.meta,
        termsAcceptedAt: members.termsAcceptedAt,
        verifiedAt: members.verifiedAt,
        createdAt: members.createdAt,
      })
      .from(members)
      .where(eq(members.id, memberId));
    return { account: row };
  },
  async erase() {},
};

/** Money returned to the member and the debts it left. Part of the books, so nothing is erased. */
export const returns: PersonalData = {
  tables: ['debt'],
  async read(db, memberId) {
    return {
      returns: await db
        .select({
          at: paymentReturns.returnedAt,
          purchase: paymentReturns.paymentId,
          how: paymentReturns.how,
          cents: paymentReturns.cents,
          credits: paymentReturns.taken,
          owed: paymentReturns.owed,
          paid: debts.paid,
          settledAt: debts.settledAt,
        })
        .from(paymentReturns)
        .innerJoin(payments, eq(payments.id, paymentReturns.paymentId))
        .leftJoin(debts, eq(debts.returnId, paymentReturns.id))
        .where(eq(payments.memberId, memberId))
        .orderBy(asc(paymentReturns.id)),
    };
  },
  async erase() {},
};

/** Every movement of the member's credits. The books stay. */
export const credits: PersonalData = {
  tables: [],
  async read(db, memberId) {
    const isOwn = and(eq(accounts.kind, 'member'), eq(accounts.owner, String(memberId)));
    return {
      credits: await db
        .select({
          at: transfers.createdAt,
          kind: transfers.kind,
          reference: transfers.reference,
          credits: entries.amount,
          free: transfers.free,
          balance: entries.balanceAfter,
        })
        .from(entries)
        .innerJoin(accounts, eq(accounts.id, entries.accountId))
        .innerJoin(transfers, eq(transfers.id, entries.transferId))
        .where(isOwn)
        .orderBy(asc(entries.id)),
    };
  },
  async erase() {},
};

const keyOf = (memberId: number): string => `member:${memberId}`;

/** On deletion, the lines of tips remain without their text. */
export const roomMessages: PersonalData = {
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
export const moderation: PersonalData = {
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

/**
 * Deletes conversations with the account, including performers' messages. Payments stay in the books, reported messages
 * with the report.
 */
export const messagesWithPhotos: PersonalData = {
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

/** Name of a photo in a member's personal data. */
const fileNameOf = (photo: string): string => `photos/${photo}.jpg`;

/** Photos the member sent and received. */
async function* photosOfMember(deps: FileDeps, memberId: number): AsyncGenerator<PersonalFile> {
  for (const { id, hash } of await allPhotosOf(deps.db, { side: 'member', id: memberId })) {
    const content = await readFile(deps, hash);
    if (content)
      yield { name: fileNameOf(id), content: new Uint8Array(await new Response(content).arrayBuffer()) };
  }
}

/** When an account counted as one of a ring. */
export const ringChecks: PersonalData = {
  tables: ['ring_account'],
  async read(db, memberId) {
    return {
      'free-credit-checks': await db
        .select({
          at: rings.foundAt,
          inCommon: rings.kind,
          performerId: rings.performerId,
          credits: ringAccounts.credits,
        })
        .from(ringAccounts)
        .innerJoin(rings, eq(rings.id, ringAccounts.ringId))
        .where(eq(ringAccounts.memberId, memberId))
        .orderBy(rings.id),
    };
  },
  async erase(tx, memberId) {
    await tx.delete(ringAccounts).where(eq(ringAccounts.memberId, memberId));
  },
};
