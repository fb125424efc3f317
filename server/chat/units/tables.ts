import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { bigInt, moment } from '#server/db/columns.ts';

/**
 * A unit of time that a member bought from a performer in one mode; a constraint allows one unsettled one per owner. The
 * table’s name is that of the longest unit.
 */
export const chatUnits = pgTable('chat_minute', {
  id: bigInt().primaryKey().generatedAlwaysAsIdentity(),
  memberId: integer('member_id').notNull(),
  performerId: integer('performer_id').notNull(),
  mode: text({ enum: ['chat', 'vip'] }).notNull(),
  /** The session that paid for it; `number` counts the units of that session. */
  boughtIn: text('bought_in').notNull(),
  number: integer().notNull(),
  /** The session it runs in, or ran in last. */
  sessionId: text('session_id').notNull(),
  /** Credits for the unit, as in the chat's prices when it was bought. */
  price: integer().notNull(),
  /** ms of delivered media that use it up. */
  unitMs: integer('unit_ms').notNull().default(60_000),
  boughtAt: moment('bought_at').notNull(),
  transferId: bigInt('transfer_id').notNull(),
  /** ms of media delivered to the member, as of the player's last report. */
  deliveredMs: integer('delivered_ms').notNull().default(0),
  /** ms of stalls that only the player reported and that were accepted. */
  believedMs: integer('believed_ms').notNull().default(0),
  /** `away`: not watched at the moment; joining again before `keptUntil` continues it. */
  state: text({ enum: ['running', 'away', 'settled'] }).notNull(),
  /** Why it went away or was settled: an EndReason or `used`; null while it runs. */
  reason: text(),
  keptUntil: moment('kept_until'),
  settledAt: moment('settled_at'),
  /** Credits given back. */
  returned: integer().notNull().default(0),
  returnTransferId: bigInt('return_transfer_id'),
});

export type ChatUnit = typeof chatUnits.$inferSelect;
