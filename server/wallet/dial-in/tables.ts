import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { dialInStates } from '#contract/wallet/dial-in-calls.ts';
import { moment } from '#server/db/columns.ts';

/** A guest's session that a phone call pays for. */
export const dialIns = pgTable('dial_in', {
  id: text().primaryKey(),
  guestKey: text('guest_key').notNull(),
  state: text({ enum: dialInStates }).notNull(),
  /** Null once it can no longer be entered. */
  code: text().unique(),
  /** Unique among guests in a call, ignoring case. */
  nickname: text(),
  openedAt: moment('opened_at').notNull(),
  expiresAt: moment('expires_at').notNull(),
  verifiedAt: moment('verified_at'),
  endedAt: moment('ended_at'),
});
export type DialInRow = typeof dialIns.$inferSelect;

/** What the provider bills, including calls without a valid code. The caller's number is not stored. */
export const phoneCalls = pgTable(
  'phone_call',
  {
    provider: text().notNull(),
    callId: text('call_id').notNull(),
    state: text({ enum: ['running', 'ended'] }).notNull(),
    /** The session whose code was entered. */
    dialInId: text('dial_in_id').unique(),
    tries: integer().notNull().default(0),
    startedAt: moment('started_at').notNull(),
    /** When the provider was last asked. */
    checkedAt: moment('checked_at'),
    endedAt: moment('ended_at'),
    /** As measured by the provider. */
    seconds: integer(),
    cents: integer(),
    /** Credits the performers earned; null until settled. */
    credits: integer(),
    settledAt: moment('settled_at'),
  },
  (table) => [primaryKey({ columns: [table.provider, table.callId] })],
);
export type PhoneCall = typeof phoneCalls.$inferSelect;
