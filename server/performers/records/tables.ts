import { boolean, date, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { depictionKinds } from '#contract/performers/identity.ts';
import { bytes, locale, moment } from '#server/db/columns.ts';

/** What is readable of a record, and the sealed rest. */
const recordColumns = {
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
  /** Last day on which the document is valid; null if it was not noted. */
  expiresOn: date('expires_on', { mode: 'string' }),
};

/** One row per performer whose document was checked. */
export const performerIdentities = pgTable('performer_identity', {
  performerId: integer('performer_id').primaryKey(),
  ...recordColumns,
  /** Day of the last reminder. */
  remindedOn: date('reminded_on', { mode: 'string' }),
});

/** Other people in the pictures and streams of a performer. */
export const besidePeople = pgTable('beside_person', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** A stage name: how performer and operators call the person. */
  label: text().notNull(),
  ...recordColumns,
  /** Of the agreement that the person accepted. */
  consentVersion: text('consent_version').notNull(),
  consentedOn: date('consented_on', { mode: 'string' }).notNull(),
  /** Whether the performer has said that the person is in her streams from now on. */
  inPicture: boolean('in_picture').notNull().default(false),
});

/** Copies of documents: of a performer or a person beside one. */
export const identityCopies = pgTable('identity_copy', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id'),
  personId: integer('person_id'),
  /** A WebP picture, sealed. */
  sealed: bytes('sealed').notNull(),
  addedAt: moment('added_at').notNull(),
  /** Name of the operator. */
  addedBy: text('added_by').notNull(),
});

/** What shows a performer; rows outlive their pictures and photos, which triggers write here. */
export const depictions = pgTable('depiction', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  kind: text({ enum: depictionKinds }).notNull(),
  performerId: integer('performer_id').notNull(),
  /** Of a picture or film of hers. */
  itemId: integer('item_id'),
  /** Of a photo in a private message. */
  photoId: uuid('photo_id'),
  beganAt: moment('began_at').notNull(),
  /** Null while it is stored or live. */
  endedAt: moment('ended_at'),
});

/** Who is shown beside the performer. */
export const depictionPeople = pgTable(
  'depiction_person',
  {
    depictionId: integer('depiction_id').notNull(),
    personId: integer('person_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.depictionId, table.personId] })],
);

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
