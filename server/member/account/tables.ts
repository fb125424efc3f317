import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { emptyJson, locale, moment } from '#server/db/columns.ts';

export const members = pgTable('member', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  /** Trimmed and lower-cased; decides uniqueness. */
  emailFolded: text('email_folded').notNull().unique(),
  username: text().notNull(),
  usernameFolded: text('username_folded').notNull().unique(),
  /** The username as foldLookAlikes makes it; by the database. */
  lookAlike: text('look_alike').notNull().generatedAlwaysAs(sql`fold_look_alikes(username)`),
  /** What others see while the username is the e-mail address; null until it is needed. Unique in any capitals. */
  chatName: text('chat_name'),
  passwordHash: text('password_hash').notNull(),
  language: locale(),
  lander: text().notNull().default(''),
  endUserText: text('end_user_text').notNull().default(''),
  /** By kind; one that is not named is wanted. */
  mailChoices: jsonb('mail_choices').$type<Record<string, boolean>>().notNull().default(emptyJson),
  /** Affiliate and route values of the registration. */
  meta: jsonb().$type<Record<string, string>>().notNull().default(emptyJson),
  /** Code of the affiliate who brought the member; stays when the account is erased. */
  affiliate: text(),
  termsAcceptedAt: moment('terms_accepted_at'),
  verifiedAt: moment('verified_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** By an operator: nobody logs in meanwhile. */
  blockedAt: moment('blocked_at'),
  /** Asked for by the member; a login until then takes it back. */
  eraseAt: moment('erase_at'),
  deletedAt: moment('deleted_at'),
  /** Keyed hash: lets a login recognise a deleted account, without storing its e-mail address. */
  deletedEmailHash: text('deleted_email_hash'),
});
