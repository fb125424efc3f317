import { and, eq, gt, inArray, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { AppError } from '#contract/errors.ts';
import { otherSide } from '#contract/messaging/messages.ts';
import { transfers } from '#server/ledger/tables.ts';
import type { Db } from '#server/ports/database.ts';
import { isPartyTo, type Party } from './party.ts';
import { conversationSides, conversations, privateMessages } from './tables.ts';

type Reader = Pick<Db, 'select'>;
export type ConversationRow = typeof conversations.$inferSelect;
export type SideRow = typeof conversationSides.$inferSelect;

export const ownSide = alias(conversationSides, 'own_side');
export const theirSide = alias(conversationSides, 'their_side');

/** Join condition: the side row of `party`. */
export const isOwnSide = ({ side }: Party): SQL | undefined =>
  and(eq(ownSide.conversationId, conversations.id), eq(ownSide.side, side));
export const isTheirSide = ({ side }: Party): SQL | undefined =>
  and(eq(theirSide.conversationId, conversations.id), eq(theirSide.side, otherSide(side)));

/** Messages with a higher number may be unread. */
const readUpTo = sql`greatest(${ownSide.readSeq}, ${ownSide.deletedSeq})`;

const isUnread = ({ side }: Party): SQL | undefined =>
  and(
    eq(privateMessages.conversationId, conversations.id),
    gt(privateMessages.seq, readUpTo),
    ne(privateMessages.owner, side),
  );

/** Number of unread messages from the other side, as a column of a query over `conversations` and `ownSide`. */
export const unreadColumn = (party: Party) =>
  sql<number>`case when ${conversations.lastSeq} > ${readUpTo} then
    (select count(*) from ${privateMessages} where ${isUnread(party)}) else 0 end`.mapWith(Number);

/** Unread messages of all conversations. */
export async function unreadOf(db: Reader, party: Party): Promise<number> {
  const [row] = await db
    .select({ unread: sql<number>`count(*)`.mapWith(Number) })
    .from(conversations)
    .innerJoin(ownSide, isOwnSide(party))
    .innerJoin(privateMessages, isUnread(party))
    .where(and(isPartyTo(party), gt(conversations.lastSeq, ownSide.readSeq)));
  return row?.unread ?? 0;
}

/** Query for a conversation of the member of a column with a performer that either of them has blocked. */
export const blockedBetween = (db: Reader, memberId: SQLWrapper, performerId: number) =>
  db
    .select({ one: sql`1` })
    .from(conversations)
    .innerJoin(conversationSides, eq(conversationSides.conversationId, conversations.id))
    .where(
      and(
        eq(conversations.memberId, memberId),
        eq(conversations.performerId, performerId),
        eq(conversationSides.isBlocked, true),
      ),
    );

/** Performers whose conversation with a member either of them has blocked. */
export async function blockedPerformers(db: Reader, memberId: number): Promise<number[]> {
  const rows = await db
    .select({ performerId: conversations.performerId })
    .from(conversations)
    .innerJoin(conversationSides, eq(conversationSides.conversationId, conversations.id))
    .where(and(eq(conversations.memberId, memberId), eq(conversationSides.isBlocked, true)));
  return rows.map(({ performerId }) => performerId);
}

export interface OpenedRow {
  conversation: ConversationRow;
  own: SideRow;
  their: SideRow;
}

/** Throws `badRequest.notFound` for a missing conversation and for another person's. */
export async function conversationOf(db: Reader, party: Party, id: number): Promise<OpenedRow> {
  const [row] = await db
    .select({ conversation: conversations, own: ownSide, their: theirSide })
    .from(conversations)
    .innerJoin(ownSide, isOwnSide(party))
    .innerJoin(theirSide, isTheirSide(party))
    .where(and(eq(conversations.id, id), isPartyTo(party)));
  if (!row) throw new AppError('badRequest.notFound');
  return row;
}

/** Conversations of a party with any of `others`: conversation ids by the other's id. */
export async function conversationsWith(
  db: Reader,
  party: Party,
  others: readonly number[],
): Promise<Map<number, number>> {
  if (others.length === 0) return new Map();
  const other = party.side === 'member' ? conversations.performerId : conversations.memberId;
  const rows = await db
    .select({ id: conversations.id, other })
    .from(conversations)
    .where(and(isPartyTo(party), sql`${other} in ${[...others]}`));
  return new Map(rows.map(({ id, other }) => [other, id]));
}

/** Returns the conversation and number of a message in the party's conversations. Throws `badRequest.notFound`. */
export async function placeOf(
  db: Reader,
  party: Party,
  messageId: number,
): Promise<{ conversation: ConversationRow; seq: number }> {
  const [row] = await db
    .select({ conversation: conversations, seq: privateMessages.seq })
    .from(privateMessages)
    .innerJoin(conversations, eq(conversations.id, privateMessages.conversationId))
    .where(and(eq(privateMessages.id, messageId), isPartyTo(party)));
  if (!row) throw new AppError('badRequest.notFound');
  return row;
}

/** Credits given back, by message id. */
export async function returnedOf(
  db: Reader,
  messages: readonly Pick<typeof privateMessages.$inferSelect, 'id' | 'returnedAt'>[],
): Promise<Map<number, number>> {
  const ids = messages.filter(({ returnedAt }) => returnedAt !== null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: privateMessages.id, credits: transfers.amount })
    .from(privateMessages)
    .innerJoin(transfers, eq(transfers.id, privateMessages.transferId))
    .where(inArray(privateMessages.id, ids));
  return new Map(rows.map(({ id, credits }) => [id, credits]));
}
