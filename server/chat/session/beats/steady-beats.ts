import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { updateKnown } from '#server/db/write-all.ts';
import { type PerformerState, performerStateSchema, statesAmong } from '#server/performers/reads.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { termsOf } from '../../units/settle-unit.ts';
import { type ChatUnit, chatUnits } from '../../units/tables.ts';
import { unitOwner, type WatchedSession } from '../delivery.ts';
import { chatSessions } from '../tables.ts';
import { type Beat, type Going, goOn, refusalOf } from './beat.ts';

/** A row is not as this process stored it last. */
export class OutdatedError extends Error {}

/** ms to wait for a lock: the whole group is blocked meanwhile. */
const GROUP_WAIT_MS = 500;

const openingSchema = z.object({
  rows: z.tuple([
    z.object({ version: z.string(), states: z.record(z.string(), performerStateSchema).nullable() }),
  ]),
});

export interface Opening {
  /** Id of the transaction. */
  version: string;
  stateOf: (performerId: number) => PerformerState | null;
}

/**
 * Reads the transaction's id and the state of these performers. Without `mayWait` later waits for locks are
 * short.
 */
export async function openGroup(
  tx: Tx,
  performerIds: readonly number[],
  { mayWait }: { mayWait: boolean },
): Promise<Opening> {
  const wait = mayWait ? sql`` : sql`set_config('lock_timeout', ${String(GROUP_WAIT_MS)}, true),`;
  const answer = await tx.execute(
    sql`select pg_current_xact_id()::xid::text as version, ${wait}
      ${statesAmong(performerIds)} as states`,
  );
  const { version, states } = openingSchema.parse(answer).rows[0];
  const byId = new Map(Object.entries(states ?? {}));
  return { version, stateOf: (id) => byId.get(String(id)) ?? null };
}

/** Keep-alives of known sessions. */
export type KnownBeat = readonly [Beat, KnownSession];

/**
 * Stores and returns the keep-alives that only move clocks on; all others need their rows to be read. Throws
 * `OutdatedError` if a row was written by anything else meanwhile.
 */
export async function storeSteady(
  deps: Deps,
  tx: Tx,
  known: readonly KnownBeat[],
  { stateOf }: Pick<Opening, 'stateOf'>,
): Promise<Map<Beat, Going>> {
  const terms = termsOf(deps);
  const steady = new Map<Beat, Going>();
  const sessions: Parameters<typeof updateKnown<typeof chatSessions>>[2][number][] = [];
  const units: Parameters<typeof updateKnown<typeof chatUnits>>[2][number][] = [];
  for (const [beat, { session, unit, version }] of known) {
    const performer = stateOf(session.performerId);
    if (refusalOf(beat, { session, performer })) continue;
    const going = goOn(deps, beat, { session, performer, unit: unit ?? undefined, terms });
    const { progress } = going;
    if (unitOwner(session) && !progress?.rest) continue;
    steady.set(beat, going);
    sessions.push({ before: session, after: going.session, version });
    if (progress) units.push({ before: progress.before, after: progress.unit, version });
  }
  // Sessions before units, as everywhere, so that no two transactions wait for each other.
  const isStored =
    (await updateKnown(tx, chatSessions, sessions)) && (await updateKnown(tx, chatUnits, units));
  if (!isStored) throw new OutdatedError('A keep-alive found another session than it knew');
  return steady;
}

/** A session as this process stored it last, with the unit that runs in it. */
export interface KnownSession {
  readonly session: WatchedSession;
  /** Null for viewers who do not pay by the unit. */
  readonly unit: ChatUnit | null;
  /** Id of the transaction that wrote both rows. */
  readonly version: string;
}

/** More than a process can serve; one takes about a kilobyte. */
const MOST = 10_000;

/**
 * Sessions that the next keep-alive need not read: it is stored only if nothing else has written them since. Bounded,
 * so sessions that ended drop out by themselves.
 */
export const openKnownSessions = (): LRUCache<string, KnownSession> => new LRUCache({ max: MOST });
