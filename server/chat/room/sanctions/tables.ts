import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { sanctionKinds } from '#contract/chat/sanctions.ts';
import { moment } from '#server/db/columns.ts';

/** An index allows one sanction of each kind that is not lifted, per performer and viewer. */
export const sanctions = pgTable('chat_sanction', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  /** A sanction is about a member or a guest, never both. */
  memberId: integer('member_id'),
  guestKey: text('guest_key'),
  /** The viewer's name in the room at that time. */
  name: text().notNull(),
  /** `cut`: an operator’s, which neither the performer nor her moderators see or lift. Its reason is the ground. */
  kind: text({ enum: [...sanctionKinds, 'cut'] }).notNull(),
  reason: text().notNull().default(''),
  since: moment('since').notNull(),
  /** Null if permanent. */
  until: moment('until'),
  /** Set when it is lifted or replaced by a later one. */
  liftedAt: moment('lifted_at'),
  /** The moderator who imposed it; null for the performer. */
  byMemberId: integer('by_member_id'),
});
