import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/db/columns.ts';
import { members } from '../account/tables.ts';

/** Of the links only the hashes are stored. */
export const emailChanges = pgTable('email_change', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  memberId: integer('member_id')
    .notNull()
    .references(() => members.id),
  oldEmail: text('old_email').notNull(),
  newEmail: text('new_email').notNull(),
  confirmHash: text('confirm_hash').notNull().unique(),
  askedAt: moment('asked_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  confirmedAt: moment('confirmed_at'),
  /** Null where the old address had never been verified: it may be a stranger's. */
  undoHash: text('undo_hash').unique(),
  undoUntil: moment('undo_until'),
  /** Cancelled, replaced by a later wish, or undone. */
  closedAt: moment('closed_at'),
});
