import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { locale, moment } from '#server/db/columns.ts';

/** Where mails to a performer go; deleted when she is removed. */
export const performerAccounts = pgTable('performer_account', {
  performerId: integer('performer_id').primaryKey(),
  email: text().notNull(),
  /** Of her mails. */
  language: locale(),
  createdAt: moment('created_at').notNull(),
});

/** Single-use links to the studio; only the token's hash is stored. */
export const performerLinks = pgTable('performer_link', {
  tokenHash: text('token_hash').primaryKey(),
  performerId: integer('performer_id').notNull(),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});
