import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sanctionKinds } from '#contract/chat/sanctions.ts';
import { moment } from '#server/db/columns.ts';

/** An index allows one of each kind that was not lifted, of a performer about a viewer. */
export const sanctions = pgTable('chat_sanction', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** A member or a guest. */
  memberId: integer('member_id'),
  guestKey: text('guest_key'),
  /** As the room called the viewer then. */
  name: text().notNull(),
  kind: text({ enum: sanctionKinds }).notNull(),
  reason: text().notNull().default(''),
  since: moment('since').notNull(),
  /** Null for good. */
  until: moment('until'),
  /** Undone, or replaced by a later one. */
  liftedAt: moment('lifted_at'),
});
