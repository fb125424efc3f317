import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { sides } from '#contract/messaging/messages.ts';
import { moment } from '#server/db/columns.ts';
import { photoFiles } from '../photos/tables.ts';

/** Copies for whoever works on a report. Sealed: a trigger refuses changes. */
export const reportedMessages = pgTable(
  'reported_message',
  {
    reportNumber: text('report_number').notNull(),
    /** As in the conversation. */
    seq: integer().notNull(),
    owner: text({ enum: sides }).notNull(),
    content: text().notNull(),
    sentAt: moment('sent_at').notNull(),
    photoHash: text('photo_hash').references(() => photoFiles.hash),
  },
  (table) => [primaryKey({ columns: [table.reportNumber, table.seq] })],
);
