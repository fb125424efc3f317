import { integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
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
  },
  (table) => [primaryKey({ columns: [table.memberId, table.performerId] })],
);
