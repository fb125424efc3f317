import { integer, pgTable, text } from 'drizzle-orm/pg-core';
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
