import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { sides } from '#contract/messaging/messages.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** One per pair. Its row lock orders the messages. */
export const conversations = pgTable('conversation', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  memberId: integer('member_id').notNull(),
  performerId: integer('performer_id').notNull(),
  /** Number of the last message; 0 without one. */
  lastSeq: integer('last_seq').notNull().default(0),
  lastOwner: text('last_owner', { enum: sides }),
  createdAt: moment('created_at').notNull(),
  /** Time of the last message. */
  updatedAt: moment('updated_at').notNull(),
});

/** The state of a conversation for one side. `…Seq` columns are message numbers. */
export const conversationSides = pgTable(
  'conversation_side',
  {
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    side: text({ enum: sides }).notNull(),
    /** Read up to this number; unread counts derive from it. */
    readSeq: integer('read_seq').notNull().default(0),
    deliveredSeq: integer('delivered_seq').notNull().default(0),
    /** Hidden up to this number. If all messages are hidden, the conversation is not listed. */
    deletedSeq: integer('deleted_seq').notNull().default(0),
    /** Archived while it equals the last message's number, so that the next message brings it back. */
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
  /** Number within the conversation, without gaps. */
  seq: integer().notNull(),
  owner: text({ enum: sides }).notNull(),
  clientId: text('client_id').notNull(),
  content: text().notNull(),
  /** The performer sent the same text or picture to many. */
  isMass: boolean('is_mass').notNull().default(false),
  /** Has a photo; `content` may be empty. */
  isMedia: boolean('is_media').notNull().default(false),
  /** The member's payment. */
  transferId: bigInt('transfer_id'),
  sentAt: moment('sent_at').notNull(),
  /** When its credits were given back for lack of an answer. */
  returnedAt: moment('returned_at'),
});

/** One row per stored file, however many photos use it. */
export const photoFiles = pgTable('photo_file', {
  /** SHA-256 of the bytes, in hex. */
  hash: text().primaryKey(),
  bytes: integer().notNull(),
  /** Time of the last upload. */
  keptAt: moment('kept_at').notNull(),
});

/** Copies for people who work on a report. Sealed: a trigger refuses changes. */
export const reportedMessages = pgTable(
  'reported_message',
  {
    reportNumber: text('report_number').notNull(),
    /** Number in the conversation or the room. */
    seq: integer().notNull(),
    owner: text({ enum: sides }).notNull(),
    content: text().notNull(),
    sentAt: moment('sent_at').notNull(),
    photoHash: text('photo_hash').references(() => photoFiles.hash),
  },
  (table) => [primaryKey({ columns: [table.reportNumber, table.seq] })],
);

/** When a member was last told of unread messages; also the claim of a node that tells. */
export const unreadNotices = pgTable('unread_notice', {
  memberId: integer('member_id').primaryKey(),
  toldAt: moment('told_at').notNull(),
  /** The newest message the member was told of. */
  messageId: bigInt('message_id').notNull(),
});

export const photos = pgTable('photo', {
  id: uuid().primaryKey(),
  /** The uploader: exactly one of the two. */
  memberId: integer('member_id'),
  performerId: integer('performer_id'),
  hash: text()
    .notNull()
    .references(() => photoFiles.hash),
  width: integer().notNull(),
  height: integer().notNull(),
  /** A `data:` URL. */
  preview: text().notNull(),
  uploadedAt: moment('uploaded_at').notNull(),
  /** Null until a message uses it; deleted with the message. */
  messageId: bigInt('message_id').references(() => privateMessages.id, { onDelete: 'cascade' }),
});
