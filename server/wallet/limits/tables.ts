import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { limitPeriods } from '#contract/wallet/limits-calls.ts';
import { moment } from '#server/db/columns.ts';

/** Limits that members set for themselves; read at each spend (spending/bounds.ts). */
export const spendingLimits = pgTable(
  'spending_limit',
  {
    memberId: integer('member_id').notNull(),
    period: text({ enum: limitPeriods }).notNull(),
    /** Null: no limit. */
    credits: integer(),
    /** The limit from `nextFrom` on; nothing is pending if `nextFrom` is null. */
    nextCredits: integer('next_credits'),
    nextFrom: moment('next_from'),
    /** Start of the period in which the member was warned that most of the limit is used. */
    toldFor: moment('told_for'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.period] })],
);

/** Members in a cool-off and when it ends. */
export const coolOffRows = pgTable('cool_off', {
  memberId: integer('member_id').primaryKey(),
  until: moment('until').notNull(),
});
