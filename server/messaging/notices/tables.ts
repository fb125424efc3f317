import { integer, pgTable } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

/** When a member was last told of unread messages; also the claim of a node that tells. */
export const unreadNotices = pgTable('unread_notice', {
  memberId: integer('member_id').primaryKey(),
  toldAt: moment('told_at').notNull(),
  /** The newest message the member was told of. */
  messageId: bigInt('message_id').notNull(),
});
