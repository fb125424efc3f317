import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { caseStates, reportPlaces, stepStates } from '#contract/safety/report-calls.ts';
import { bytes, moment } from '#server/db/columns.ts';

/** The folder of all reports and decisions about one performer or one member: one of the ids is set. */
export const reportCases = pgTable('report_case', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id'),
  memberId: integer('member_id'),
  state: text({ enum: caseStates }).notNull(),
  /** Whether an urgent report waits. */
  urgent: boolean().notNull(),
  /** Counts the steps, for optimistic locking: a change names the version it was based on. */
  version: integer().notNull().default(1),
  /** Name of the operator who works on it. */
  assignee: text(),
  openedAt: moment('opened_at').notNull(),
  changedAt: moment('changed_at').notNull(),
});

export const reports = pgTable('report', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** Reference number given to the reporter. */
  number: text().notNull(),
  /** Chosen by the sender: a report with the same key is a repeat. */
  requestKey: text('request_key').notNull(),
  caseId: integer('case_id').notNull(),
  reason: text().notNull(),
  details: text().notNull(),
  place: text({ enum: reportPlaces }).notNull(),
  second: integer(),
  /** File name of the stream's picture at that time, while it is kept. */
  picture: text(),
  /** Range of the reported messages, for a report about a conversation. */
  conversationId: integer('conversation_id'),
  firstSeq: integer('first_seq'),
  lastSeq: integer('last_seq'),
  /** The reporting member. Not stored for reports about minors, unless an address was given. */
  memberId: integer('member_id'),
  /** The reporting performer. */
  byPerformerId: integer('by_performer_id'),
  email: text(),
  /** Of the page it was sent from, for mails to the address. */
  language: text(),
  receivedAt: moment('received_at').notNull(),
  /** Keyed hash of a guest's network, for a while (`misuseRule`); null for urgent reports. */
  networkHash: text('network_hash'),
  /** Until when the slowed reporter waits with the next report; null for all others. */
  waitsUntil: moment('waits_until'),
  /** The decision that judged it; null while it waits. */
  decisionId: integer('decision_id'),
  /** Whether it led to no measure; null while it waits. */
  unfounded: boolean(),
});

/** Append only (a trigger refuses changes). */
export const reportSteps = pgTable('report_step', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  caseId: integer('case_id').notNull(),
  version: integer().notNull(),
  state: text({ enum: stepStates }).notNull(),
  /** Key of the caller: `guest`, `member:7`, `operator:root`. */
  actor: text().notNull(),
  /** The report that came in, or that of whoever appeals. */
  reportId: integer('report_id'),
  /** The decision that the step is about; null in steps of earlier versions. */
  decisionId: integer('decision_id'),
  /** The facts of a decision, the text of an appeal, or that of a verdict. */
  note: text(),
  at: moment('at').notNull(),
});

/** The stream's picture, stored here so that every node has it. It is never served. */
export const reportPictures = pgTable('report_picture', {
  number: text().primaryKey(),
  picture: bytes().notNull(),
  takenAt: moment('taken_at').notNull(),
});
