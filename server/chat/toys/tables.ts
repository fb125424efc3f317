import { integer, pgTable, smallint, text } from 'drizzle-orm/pg-core';
import { toyLevelNames } from '#contract/chat/toy-calls.ts';
import { bigInt, moment } from '#server/db/columns.ts';

/** Exists while a performer's toy is on; its row lock orders changes to the queue. */
export const toys = pgTable('toy', {
  performerId: integer('performer_id').primaryKey(),
  /** Highest intensity the performer allows. */
  ceiling: integer().notNull(),
  /** The performer's status when she switched it on; any other status switches it off. */
  onlineStatus: smallint('online_status').notNull(),
  /** Since when the bridge is silent; no run starts meanwhile. */
  awaySince: moment('away_since'),
});

/** Why a run ended; only `played` is the regular end. */
export const runEnds = ['played', 'stopped', 'status', 'device', 'away', 'off'] as const;
export type RunEnd = (typeof runEnds)[number];

/** A run bought by a tip: waits, plays once, is done. */
export const toyRuns = pgTable('toy_run', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  performerId: integer('performer_id').notNull(),
  memberId: integer('member_id').notNull(),
  sessionId: text('session_id').notNull(),
  transferId: bigInt('transfer_id').notNull(),
  sender: text().notNull(),
  level: text({ enum: toyLevelNames }).notNull(),
  /** As bought; the ceiling is applied on playing. */
  intensity: integer().notNull(),
  seconds: integer().notNull(),
  state: text({ enum: ['waiting', 'playing', 'done'] }).notNull(),
  queuedAt: moment('queued_at').notNull(),
  startedAt: moment('started_at'),
  /** The bridge's last heartbeat for this run. */
  heardAt: moment('heard_at'),
  endedAt: moment('ended_at'),
  endReason: text('end_reason', { enum: runEnds }),
  /** ms confirmed by the bridge. */
  playedMs: integer('played_ms').notNull().default(0),
  /** Credits given back for the unplayed part; null until a done run is settled. */
  returned: integer(),
  returnTransferId: bigInt('return_transfer_id'),
});
