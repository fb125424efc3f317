import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { decisionStates, groundNames, measures } from '#contract/safety/decisions.ts';
import { moment } from '#server/db/columns.ts';

/** What an operator decided about the person of a case. */
export const decisions = pgTable('decision', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  caseId: integer('case_id').notNull(),
  state: text({ enum: decisionStates }).notNull(),
  /** Counts the moves: whoever judges names the version that was read. */
  version: integer().notNull().default(1),
  measure: text({ enum: measures }).notNull(),
  /** Null for a measure without an end. */
  endsAt: moment('ends_at'),
  /** When it was lifted or undone. */
  endedAt: moment('ended_at'),
  /** The performer whose room a viewer was put out of. */
  roomId: integer('room_id'),
  /** Of the suspension, the sanction, the picture or the message that the measure made or changed. */
  objectId: integer('object_id'),
  /** Where the measure hides a performer. */
  places: text().array().notNull().default([]),
  /** Null until it is explained, and in decisions of earlier versions. */
  ground: text({ enum: groundNames }),
  facts: text(),
  /** Name of the operator. */
  decidedBy: text('decided_by').notNull(),
  decidedAt: moment('decided_at').notNull(),
  explainedAt: moment('explained_at'),
  /** Name of the operator of the last verdict on appeals, or of the withdrawal. */
  judgedBy: text('judged_by'),
  judgedAt: moment('judged_at'),
  verdict: text(),
});

/** Each person who is told of a decision, with the one appeal of each. */
export const decisionAddressees = pgTable('decision_addressee', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  decisionId: integer('decision_id').notNull(),
  /** The addressee's report; null for the person decided about. */
  reportId: integer('report_id'),
  /** Whose login shows the statement; both are null for a guest, and once the account is erased. */
  performerId: integer('performer_id'),
  memberId: integer('member_id'),
  /** Hash of the secret in the mailed link; null without an address. */
  tokenHash: text('token_hash'),
  /** Until when an appeal is possible. */
  expiresAt: moment('expires_at').notNull(),
  /** When the statement was read after a log-in. */
  seenAt: moment('seen_at'),
  appeal: text(),
  appealedAt: moment('appealed_at'),
  /** Name of the operator who noted an appeal that came by letter or phone. */
  notedBy: text('noted_by'),
  answeredAt: moment('answered_at'),
});
