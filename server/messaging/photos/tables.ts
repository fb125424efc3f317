import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';
import { privateMessages } from '../tables.ts';

/** What the storage holds, once however often it was sent. */
export const photoFiles = pgTable('photo_file', {
  /** SHA-256 of the bytes, in hex. */
  hash: text().primaryKey(),
  bytes: integer().notNull(),
  /** When it was last uploaded. */
  keptAt: moment('kept_at').notNull(),
});

export const photos = pgTable('photo', {
  id: uuid().primaryKey(),
  /** Who uploaded it: one of the two. */
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
  /** Null until a message uses it; with the message it is gone. */
  messageId: bigInt('message_id').references(() => privateMessages.id, { onDelete: 'cascade' }),
});
