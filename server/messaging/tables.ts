import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sides } from '#contract/messaging/messages.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** One for each pair. Its row lock orders the messages. */
export const conversations = pgTable('conversation', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  memberId: integer('member_id').notNull(),
  performerId: integer('performer_id').notNull(),
  /** The last message's number, 0 before the first. */
  lastSeq: integer('last_seq').notNull().default(0),
  lastOwner: text('last_owner', { enum: sides }),
  createdAt: moment('created_at').notNull(),
  /** When the last message came. */
  updatedAt: moment('updated_at').notNull(),
});

/** What one side made of a conversation. Numbers are those of messages. */
export const conversationSides = pgTable(
  'conversation_side',
  {
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    side: text({ enum: sides }).notNull(),
    /** Everything up to here was read: the one source of what is unread. */
    readSeq: integer('read_seq').notNull().default(0),
    deliveredSeq: integer('delivered_seq').notNull().default(0),
    /** Messages up to here are not shown any more; all of them: the conversation is not listed. */
    deletedSeq: integer('deleted_seq').notNull().default(0),
    /** Archived while it is the last message's: the next one brings the conversation back. */
    archivedSeq: integer('archived_seq'),
    isFavourite: boolean('is_favourite').notNull().default(false),
    isMuted: boolean('is_muted').notNull().default(false),
    isBlocked: boolean('is_blocked').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.conversationId, table.side] })],
);

export const privateMessages = pgTable('private_message', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  conversationId: integer('conversation_id')
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  /** Without gaps within a conversation. */
  seq: integer().notNull(),
  owner: text({ enum: sides }).notNull(),
  clientId: text('client_id').notNull(),
  content: text().notNull(),
  /** The performer sent the same text to many. */
  isMass: boolean('is_mass').notNull().default(false),
  /** With a photo; its content may be empty. */
  isMedia: boolean('is_media').notNull().default(false),
  /** What a member paid for it. */
  transferId: bigInt('transfer_id'),
  sentAt: moment('sent_at').notNull(),
  /** When its credits were given back, because no answer came. */
  returnedAt: moment('returned_at'),
});
