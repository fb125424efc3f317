import { bigint, boolean, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';

const dayColumn = () => date({ mode: 'string' }).notNull();

/** A visit of a visitor who consented to measuring. */
export const visits = pgTable('visit', {
  /** Chosen by the browser. */
  id: uuid().primaryKey(),
  /** The browser's random id. */
  visitor: uuid().notNull(),
  affiliate: text(),
  /** In the operator's time zone. No other part of the time is stored. */
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
