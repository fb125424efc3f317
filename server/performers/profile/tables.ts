import { sql } from 'drizzle-orm';
import { boolean, date, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { bigInt, emptyJson, moment } from '#server/db/columns.ts';

export type ProfileFields = Record<string, string | number | boolean | string[]>;

export const performers = pgTable('performer', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  username: text().notNull(),
  usernameFolded: text('username_folded').notNull().unique(),
  /** The username as foldLookAlikes makes it; by the database. */
  lookAlike: text('look_alike').notNull().generatedAlwaysAs(sql`fold_look_alikes(username)`),
  passwordHash: text('password_hash'),
  dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
  gender: text({ enum: ['female', 'male', 'trans', 'couple'] }).notNull(),
  onlineStatus: smallint('online_status').$type<0 | 1 | 3 | 5 | 9>().notNull().default(0),
  /** Tenths of a star, 0 to 50. */
  rating: integer().notNull().default(0),
  languages: text().array().notNull().default([]),
  categories: text().array().notNull().default([]),
  city: text().notNull().default(''),
  ethnicity: text(),
  hairColor: text('hair_color'),
  eyeColor: text('eye_color'),
  physique: text(),
  breastSize: smallint('breast_size'),
  penisSize: smallint('penis_size'),
  shaved: text({ enum: ['shaved', 'natural'] }),
  piercings: boolean().notNull().default(false),
  cybertoy: smallint().notNull().default(0),
  toyActive: boolean('toy_active').notNull().default(false),
  nonude: boolean().notNull().default(false),
  /** The free and coded fields that no filter uses. */
  profile: jsonb().$type<ProfileFields>().notNull().default(emptyJson),
  /** Texts by the performer: locale → field → text. */
  texts: jsonb().$type<Record<string, Record<string, string>>>().notNull().default(emptyJson),
  firstCamSession: moment('first_cam_session'),
  lastCamSession: moment('last_cam_session'),
  /** Version of the latest picture of the stream, and its time. */
  snapshot: text(),
  snapshotAt: moment('snapshot_at'),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Removed for good since then. */
  removedAt: moment('removed_at'),
  /** The transaction that last wrote the row; set by a trigger. */
  changedIn: bigInt('changed_in').notNull().default(sql`pg_current_xact_id()::text::bigint`),
});

/** Ids of deleted rows; written by a trigger. */
export const gonePerformers = pgTable('performer_gone', {
  performerId: integer('performer_id').primaryKey(),
  goneAt: moment('gone_at').notNull().defaultNow(),
});
