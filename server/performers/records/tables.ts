import { date, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { bytes, locale, moment } from '#server/db/columns.ts';

/** One row per performer whose document was checked. */
export const performerIdentities = pgTable('performer_identity', {
  performerId: integer('performer_id').primaryKey(),
  /** An Identity, sealed. */
  sealed: bytes('sealed').notNull(),
  /** The eighteenth birthday: the database refuses a check before it. */
  adultFrom: date('adult_from', { mode: 'string' }).notNull(),
  checkedOn: date('checked_on', { mode: 'string' }).notNull(),
  /** Name of the operator. */
  checkedBy: text('checked_by').notNull(),
  recordedAt: moment('recorded_at').notNull(),
  approvedAt: moment('approved_at'),
  approvedBy: text('approved_by'),
});

/** History; at most one suspension of a performer is open. */
export const performerSuspensions = pgTable('performer_suspension', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** What she was told. */
  statement: text().notNull(),
  suspendedBy: text('suspended_by').notNull(),
  suspendedAt: moment('suspended_at').notNull(),
  /** Null for good. */
  until: moment('until'),
  liftedAt: moment('lifted_at'),
});

/** Versions of the agreement that performers have accepted. */
export const performerConsents = pgTable('performer_consent', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  version: text().notNull(),
  acceptedOn: date('accepted_on', { mode: 'string' }).notNull(),
  recordedBy: text('recorded_by').notNull(),
  recordedAt: moment('recorded_at').notNull(),
  /** Names, sealed; null without names. */
  coPerformers: bytes('co_performers'),
});

/** Performers' payout and tax details, and when they were asked for them. */
export const sellers = pgTable('seller', {
  performerId: integer('performer_id').primaryKey(),
  /** A Seller, sealed; null until she has given it. */
  sealed: bytes('sealed'),
  /** Of her residence. */
  country: text(),
  savedAt: moment('saved_at'),
  askedAt: moment('asked_at'),
  reminders: smallint().notNull().default(0),
});

/** Of people who want to become performers; address and text are deleted with the decision. */
export const performerApplications = pgTable('performer_application', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  requestKey: uuid('request_key').notNull(),
  email: text(),
  stageName: text('stage_name').notNull(),
  languages: text().array().notNull(),
  message: text().notNull(),
  /** Of mails to the applicant. */
  language: locale(),
  receivedAt: moment('received_at').notNull(),
  decidedAt: moment('decided_at'),
  decidedBy: text('decided_by'),
  /** Null unless it was accepted. */
  performerId: integer('performer_id'),
});
