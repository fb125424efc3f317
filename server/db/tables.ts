import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from './columns.ts';

/** Work to be done after the transaction that asked for it: mail now, sweeps and images later. */
export const outbox = pgTable('outbox', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  kind: text().notNull(),
  payload: jsonb().$type<unknown>().notNull(),
  runAt: moment('run_at').notNull(),
  attempts: integer().notNull().default(0),
  doneAt: moment('done_at'),
  lastError: text('last_error'),
});

/** Who in a cluster may do what must happen once. */
export const leases = pgTable('lease', {
  name: text().primaryKey(),
  holder: text().notNull(),
  until: moment('until').notNull(),
});
