import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

export const outbox = pgTable('outbox', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  payload: jsonb().$type<unknown>().notNull(),
  runAt: moment('run_at').notNull(),
  attempts: integer().notNull().default(0),
  doneAt: moment('done_at'),
  lastError: text('last_error'),
});
