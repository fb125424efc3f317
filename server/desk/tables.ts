import { boolean, date, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { noteKinds } from '#contract/desk/people/member-calls.ts';
import { orderContents, orderEffects, orderKinds, orderStates } from '#contract/desk/reports/order-calls.ts';
import { ringKinds } from '#contract/desk/today-calls.ts';
import { valueActs } from '#contract/desk/value/acts-of-value.ts';
import { bytes, moment } from '#server/db/columns.ts';

/** The latest picture of each stream that a wall shows, stored here so that every node has it. */
export const wallPictures = pgTable('wall_picture', {
  performerId: integer('performer_id').primaryKey(),
  /** When a wall last had it on the screen. */
  wantedAt: moment('wanted_at').notNull(),
  /** Hash of the picture; null until it is taken. */
  version: text(),
  picture: bytes(),
  takenAt: moment('taken_at'),
});

/** New accounts of one network or mailbox that spent free credits at one performer, once a day. */
export const rings = pgTable('ring', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  /** In the operator's time zone. */
  day: date().notNull(),
  kind: text({ enum: ringKinds }).notNull(),
  /** Keyed hash of what they have in common. */
  hash: text().notNull(),
  performerId: integer('performer_id').notNull(),
  foundAt: moment('found_at').notNull(),
});

export const ringAccounts = pgTable(
  'ring_account',
  {
    ringId: integer('ring_id')
      .notNull()
      .references(() => rings.id, { onDelete: 'cascade' }),
    memberId: integer('member_id').notNull(),
    /** Free credits that it had spent at the performer when it was found. */
    credits: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ringId, table.memberId] })],
);

/** Every act of value: done by one operator, or waiting for a second one. Kept like the log. */
export const deskRequests = pgTable('desk_request', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  act: text({ enum: valueActs }).notNull(),
  /** Key of what it is done to. */
  subject: text().notNull(),
  memberId: integer('member_id'),
  /** Cents, or a number of acts. */
  value: integer().notNull(),
  payload: jsonb().$type<object>().notNull(),
  /** Name of the operator. */
  askedBy: text('asked_by').notNull(),
  reason: text().notNull(),
  /** Of the form that asked: an operator's second one with the same key is the same act. */
  formKey: text('form_key').notNull(),
  askedAt: moment('asked_at').notNull(),
  state: text({ enum: ['asked', 'waiting', 'approved', 'done', 'refused', 'expired'] }).notNull(),
  decidedBy: text('decided_by'),
  decidedAt: moment('decided_at'),
  /** By the owner who asked, alone. */
  overridden: boolean().notNull().default(false),
  doneAt: moment('done_at'),
  /** What was answered, for a repeated form; null for what is read or done again. */
  answer: jsonb().$type<unknown>(),
});

/** What operators handed over to the next shift. */
export const handovers = pgTable('handover', {
  /** One more than that of the note its author had seen. */
  id: integer().primaryKey(),
  text: text().notNull(),
  /** Name of the operator. */
  writtenBy: text('written_by').notNull(),
  writtenAt: moment('written_at').notNull(),
});

/** What operators noted about members. */
export const memberNotes = pgTable('member_note', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  memberId: integer('member_id').notNull(),
  kind: text({ enum: noteKinds }).notNull(),
  text: text().notNull(),
  /** Name of the operator. */
  writtenBy: text('written_by').notNull(),
  writtenAt: moment('written_at').notNull(),
});

/** Affiliates with the terms that they accepted last. */
export const affiliates = pgTable('affiliate', {
  code: text().primaryKey(),
  /** Of the person or company that accepted. */
  name: text().notNull(),
  termsVersion: date('terms_version', { mode: 'string' }).notNull(),
  acceptedOn: date('accepted_on', { mode: 'string' }).notNull(),
  /** Name of the operator. */
  recordedBy: text('recorded_by').notNull(),
  recordedAt: moment('recorded_at').notNull(),
});

/** Orders of authorities (DSA, articles 9 and 10). Kept like the log. */
export const authorityOrders = pgTable('authority_order', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  state: text({ enum: orderStates }).notNull(),
  authority: text().notNull(),
  country: text().notNull(),
  kind: text({ enum: orderKinds }).notNull(),
  content: text({ enum: orderContents }).notNull(),
  /** The authority's own number. */
  reference: text().notNull(),
  about: text().notNull(),
  receivedAt: moment('received_at').notNull(),
  /** Name of the operator. */
  recordedBy: text('recorded_by').notNull(),
  /** When the authority was told that it has arrived. */
  confirmedAt: moment('confirmed_at'),
  effect: text({ enum: orderEffects }),
  /** What was done, as the authority was told. */
  answer: text(),
  closedBy: text('closed_by'),
  closedAt: moment('closed_at'),
});
