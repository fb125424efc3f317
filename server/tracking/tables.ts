import { bigint, boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const dayColumn = () => date({ mode: 'string' }).notNull();

/** A visit that the visitor allowed to be counted. */
export const visits = pgTable('visit', {
  /** Chosen by the browser. */
  id: uuid().primaryKey(),
  /** The browser's random id. */
  visitor: uuid().notNull(),
  affiliate: text(),
  /** In the operator's time zone; that it was then is all that is kept of the moment. */
  day: dayColumn(),
  isFirst: boolean('is_first').notNull(),
  pages: integer().notNull(),
  clicks: integer().notNull(),
  seconds: integer().notNull(),
});

/** Sums of visits whose rows were deleted. */
export const visitDays = pgTable(
  'visit_day',
  {
    day: dayColumn(),
    /** Empty for none. */
    affiliate: text().notNull(),
    visits: integer().notNull(),
    visitors: integer().notNull(),
    pages: integer().notNull(),
    clicks: integer().notNull(),
    seconds: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.affiliate] })],
);
