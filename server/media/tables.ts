import { boolean, integer, jsonb, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { emptyJson, moment } from '#server/db/columns.ts';

export const albums = pgTable('album', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  position: smallint().notNull(),
  /** By locale. */
  title: jsonb().$type<Record<string, string>>().notNull(),
});

export const albumItems = pgTable('album_item', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  albumId: integer('album_id')
    .notNull()
    .references(() => albums.id, { onDelete: 'cascade' }),
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
});
