import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { reportPlaces, reportStates } from '#contract/safety/report.ts';
import { bytes, moment } from '#server/db/columns.ts';

/** All reports about one performer. */
export const reportCases = pgTable('report_case', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  state: text({ enum: reportStates }).notNull(),
  urgent: boolean().notNull(),
  /** Counts the steps: who changes a case names the version that was read. */
  version: integer().notNull().default(1),
  openedAt: moment('opened_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

export const reports = pgTable('report', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** As the reporter knows it. */
  number: text().notNull(),
  /** Chosen by the sender: the same report again is none. */
  requestKey: text('request_key').notNull(),
  caseId: integer('case_id').notNull(),
  reason: text().notNull(),
  details: text().notNull(),
  place: text({ enum: reportPlaces }).notNull(),
  second: integer(),
  /** The name of what the stream showed then, while that is kept. */
  picture: text(),
  /** The messages it is about, where it is about a conversation: from the one number to the other. */
  conversationId: integer('conversation_id'),
  firstSeq: integer('first_seq'),
  lastSeq: integer('last_seq'),
  /** Who reports is not kept where it is about minors, unless an address was given. */
  memberId: integer('member_id'),
  email: text(),
  receivedAt: moment('received_at').notNull(),
});

/** Append only (a trigger refuses changes). */
export const reportSteps = pgTable('report_step', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  caseId: integer('case_id').notNull(),
  version: integer().notNull(),
  state: text({ enum: reportStates }).notNull(),
  /** As a key: `guest`, `member:7`, `operator:root`. */
  actor: text().notNull(),
  /** The report that opened the case, or opened it again. */
  reportId: integer('report_id'),
  at: moment('at').notNull(),
});

/** What the stream showed, where every node finds it; nothing serves it. */
export const reportPictures = pgTable('report_picture', {
  number: text().primaryKey(),
  picture: bytes().notNull(),
  takenAt: moment('taken_at').notNull(),
});
