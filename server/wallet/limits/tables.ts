import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { limitPeriods } from '#contract/wallet/limits.ts';
import { moment } from '#server/db/columns.ts';

/** What members allow themselves; read at each spend (spending/bounds.ts). */
export const spendingLimits = pgTable(
  'spending_limit',
  {
    memberId: integer('member_id').notNull(),
    period: text({ enum: limitPeriods }).notNull(),
    /** Null: none. */
    credits: integer(),
    /** What holds from `nextFrom` on; null without a moment means that nothing is awaited. */
    nextCredits: integer('next_credits'),
    nextFrom: moment('next_from'),
    /** The beginning of the period in which the member was told that most of it is used. */
    toldFor: moment('told_for'),
  },
  (table) => [primaryKey({ columns: [table.memberId, table.period] })],
);

/** Wallets that are shut until a moment. */
export const coolOffRows = pgTable('cool_off', {
  memberId: integer('member_id').primaryKey(),
  until: moment('until').notNull(),
});
