import { boolean, integer, pgTable } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';

/** One row per performer who ever had a key; the key is derived from it (`whipKeyOf`). */
export const whipKeys = pgTable('whip_key', {
  performerId: integer('performer_id').primaryKey(),
  /** Incremented with each key: earlier ones are invalid. */
  generation: integer().notNull(),
  isOpen: boolean('is_open').notNull(),
  createdAt: moment('created_at').notNull(),
  /** Keys and tokens issued up to this moment are invalid. */
  revokedAt: moment('revoked_at'),
});
