import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { emptyJson, locale, moment } from '#server/db/columns.ts';

export const members = pgTable('member', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  /** Trimmed and lower-cased; must be unique. */
  emailFolded: text('email_folded').notNull().unique(),
  username: text().notNull(),
  usernameFolded: text('username_folded').notNull().unique(),
  /** The username after foldLookAlikes; computed by the database. */
  lookAlike: text('look_alike').notNull().generatedAlwaysAs(sql`fold_look_alikes(username)`),
  /** The name others see while the username is the e-mail address; null until needed. Unique, ignoring case. */
  chatName: text('chat_name'),
  passwordHash: text('password_hash').notNull(),
  language: locale(),
  lander: text().notNull().default(''),
  endUserText: text('end_user_text').notNull().default(''),
  /** By kind; a missing kind is wanted. */
  mailChoices: jsonb('mail_choices').$type<Record<string, boolean>>().notNull().default(emptyJson),
  /** Whether rooms show the member among their top tippers. */
  inTopTippers: boolean('in_top_tippers').notNull().default(true),
  /** Affiliate and route values of the registration. */
  meta: jsonb().$type<Record<string, string>>().notNull().default(emptyJson),
  /** Code of the member's affiliate; kept when the account is erased. */
  affiliate: text(),
  termsAcceptedAt: moment('terms_accepted_at'),
  verifiedAt: moment('verified_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Set by an operator; blocks logins. */
  blockedAt: moment('blocked_at'),
  /** Due date of a requested deletion; a login before then cancels it. */
  eraseAt: moment('erase_at'),
  deletedAt: moment('deleted_at'),
  /** Keyed hash: recognizes a login to a deleted account without storing its e-mail address. */
  deletedEmailHash: text('deleted_email_hash'),
});

/** Only the hashes of the links are stored. */
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
  /** Null if the old address was never verified: it may be a stranger's. */
  undoHash: text('undo_hash').unique(),
  undoUntil: moment('undo_until'),
  /** Set when it is cancelled, replaced by a later request, or undone. */
  closedAt: moment('closed_at'),
});
