import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';
import { members } from '../account/tables.ts';

/** A single-use link sent by mail; only the token's hash is kept. */
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
