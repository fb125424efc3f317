import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';
import { photoFiles, privateMessages } from '../tables.ts';

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
