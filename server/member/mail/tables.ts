import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';
import { members } from '../tables.ts';

/** E-mail addresses that a mail server refused for good, by their keyed hash. */
export const refusedAddresses = pgTable('refused_address', {
  addressHash: text('address_hash').primaryKey(),
  refusedAt: moment('refused_at').notNull(),
});

/** Mailboxes that have had the welcome credits, by their keyed hash. Kept when an account is erased. */
export const welcomedMailboxes = pgTable('welcomed_mailbox', {
  mailboxHash: text('mailbox_hash').primaryKey(),
  welcomedAt: moment('welcomed_at').notNull(),
});

/** Single-use links; only the token's hash is stored. */
export const mailLinks = pgTable('mail_link', {
  tokenHash: text('token_hash').primaryKey(),
  kind: text({ enum: ['activate', 'reset'] }).notNull(),
  memberId: integer('member_id')
    .notNull()
    .references(() => members.id),
  email: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});
