import { pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

export const leases = pgTable('lease', {
  name: text().primaryKey(),
  holder: text().notNull(),
  until: moment('until').notNull(),
});
