import { boolean, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { places, reviewStates } from '#contract/media/uploads.ts';
import { emptyJson, moment } from '#server/db/columns.ts';

export const albums = pgTable('album', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  position: smallint().notNull(),
  /** By locale. */
  title: jsonb().$type<Record<string, string>>().notNull(),
});

/** Pictures and films of performers, each with its files (uploads/files.ts). */
export const albumItems = pgTable('album_item', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** `album`, or where the profile shows a single one. */
  place: text({ enum: places }).notNull().default('album'),
  /** Null at another place, and once removed. */
  albumId: integer('album_id').references(() => albums.id, { onDelete: 'cascade' }),
  position: smallint().notNull(),
  kind: text({ enum: ['picture', 'video'] }).notNull(),
  /** Hash of the file; part of its URLs. */
  version: text().notNull(),
  /** px, as stored. */
  width: integer().notNull(),
  height: integer().notNull(),
  /** CSS colour shown until the picture is loaded. */
  color: text().notNull(),
  /** By locale. */
  caption: jsonb().$type<Record<string, string>>().notNull().default(emptyJson),
  /** Not explicit: visitors see only such items before they agree to the age question. */
  nonude: boolean().notNull().default(false),
  durationMs: integer('duration_ms'),
  addedAt: moment('added_at').notNull().defaultNow(),
  /** Of a film. */
  format: text({ enum: ['webm', 'mp4'] }),
  /** SHA-256 of the file as received, which makes a retry idempotent; null for the demo's own. */
  hash: text(),
  /** `storing` until its files are stored, `gone` until they are deleted. */
  state: text({ enum: ['storing', ...reviewStates, 'gone'] })
    .notNull()
    .default('shown'),
  /** Reason of a refusal. */
  reason: text(),
  changedAt: moment('changed_at').notNull().defaultNow(),
});

/** Streams that operators have opened to watch them unseen: the last time of each. */
export const streamWatches = pgTable(
  'stream_watch',
  {
    operatorId: integer('operator_id').notNull(),
    performerId: integer('performer_id').notNull(),
    /** The opened show; null for the public stream. */
    vip: text(),
    openedAt: moment('opened_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operatorId, table.performerId] })],
);
