import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { toyLevelNames } from '#contract/chat/toys.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** Exists while a performer's toy is on; its row lock orders what happens to the queue. */
export const toys = pgTable('toy', {
  performerId: integer('performer_id').primaryKey(),
  /** Highest intensity that she allows. */
  ceiling: integer().notNull(),
  /** The status in which she switched it on; in another one it is off. */
  onlineStatus: smallint('online_status').notNull(),
  /** Since when the bridge is not heard; nothing starts meanwhile. */
  awaySince: moment('away_since'),
});

/** Why a run is over: `played` to its end, or not. */
export const runEnds = ['played', 'stopped', 'status', 'device', 'away', 'off'] as const;
export type RunEnd = (typeof runEnds)[number];

/** What a tip has bought: waits, plays once, is done. */
export const toyRuns = pgTable('toy_run', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  sessionId: text('session_id').notNull(),
  transferId: bigInt('transfer_id').notNull(),
  sender: text().notNull(),
  level: text({ enum: toyLevelNames }).notNull(),
  /** As bought; the ceiling is applied when it plays. */
  intensity: integer().notNull(),
  seconds: integer().notNull(),
  state: text({ enum: ['waiting', 'playing', 'done'] }).notNull(),
  queuedAt: moment('queued_at').notNull(),
  startedAt: moment('started_at'),
  /** The bridge's last heartbeat for this run. */
  heardAt: moment('heard_at'),
  endedAt: moment('ended_at'),
  endReason: text('end_reason', { enum: runEnds }),
  /** ms that the bridge has confirmed. */
  playedMs: integer('played_ms').notNull().default(0),
  /** Credits given back for what it did not play; null until that is settled, once it is done. */
  returned: integer(),
  returnTransferId: bigInt('return_transfer_id'),
});
