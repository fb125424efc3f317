import { boolean, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';
import { members } from '../tables.ts';

export const favourites = pgTable(
  'favourite',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    performerId: integer('performer_id').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Whether the member is told by mail when she is live. */
    liveMail: boolean('live_mail').notNull().default(false),
    /** Whether the member's browsers are told. */
    liveBrowser: boolean('live_browser').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.performerId] })],
);
