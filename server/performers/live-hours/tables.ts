import { integer, pgTable } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** The most performers who were live at once in each hour. */
export const liveHours = pgTable('live_hour', {
  /** When it began. */
  hour: moment('hour').primaryKey(),
  performers: integer().notNull(),
});
