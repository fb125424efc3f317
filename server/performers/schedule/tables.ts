import { integer, pgTable, primaryKey, smallint, unique } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** When a performer plans to go live. */
export const performerStarts = pgTable(
  'performer_start',
  {
    performerId: integer('performer_id').notNull(),
    /** 1 to STARTS_MAX, without order. */
    slot: smallint().notNull(),
    startsAt: moment('starts_at').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.performerId, table.slot] }),
    unique().on(table.performerId, table.startsAt),
  ],
);
