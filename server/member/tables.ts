import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { emptyJson, moment } from '#server/db/columns.ts';
import { performers } from '#server/performers/tables.ts';

export const members = pgTable('member', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  email: text().notNull(),
  /** Trimmed and lower-cased: what uniqueness is decided on. */
  emailFolded: text('email_folded').notNull().unique(),
  username: text().notNull(),
  usernameFolded: text('username_folded').notNull().unique(),
  passwordHash: text('password_hash').notNull(),
  language: text({ enum: ['nl', 'en'] })
    .notNull()
    .default('nl'),
  lander: text().notNull().default(''),
  endUserText: text('end_user_text').notNull().default(''),
  /** Affiliate and route values of the registration. */
  meta: jsonb().$type<Record<string, string>>().notNull().default(emptyJson),
  termsAcceptedAt: moment('terms_accepted_at'),
  verifiedAt: moment('verified_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  deletedAt: moment('deleted_at'),
  /** Keyed hash of the address a deleted account had: a login can say so, the table can't tell the address. */
  deletedEmailHash: text('deleted_email_hash'),
});

/** A login of a member or of a performer; the signed token names one of these. */
export const sessions = pgTable('session', {
  id: text().primaryKey(),
  memberId: integer('member_id').references(() => members.id),
  performerId: integer('performer_id'),
  createdAt: moment('created_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  endedAt: moment('ended_at'),
  /** Opened with a reset link: until then the link's token stands in for the old password, once. */
  resetHash: text('reset_hash'),
  resetUntil: moment('reset_until'),
});

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

/** A performer a member keeps. */
export const favourites = pgTable(
  'favourite',
  {
    memberId: integer('member_id')
      .notNull()
      .references(() => members.id),
    performerId: integer('performer_id')
      .notNull()
      .references(() => performers.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.performerId] })],
);
