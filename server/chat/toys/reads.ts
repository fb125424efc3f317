import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Receipt } from '#contract/chat/receipt-calls.ts';
import {
  type readToy as call,
  cappedIntensity,
  TOY_SILENCE_MS,
  type ToyState,
  toyOff,
} from '#contract/chat/toy-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { requireFeature } from '#server/calls/handler.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readOpenAuth } from '../session/chat-auth.ts';
import { toyRuns, toys } from './tables.ts';

export type Toy = typeof toys.$inferSelect;
export type ToyRun = typeof toyRuns.$inferSelect;

/** Locks the toy and so its queue; undefined while the toy is off. */
export async function lockToy(tx: Tx, performerId: number): Promise<Toy | undefined> {
  const [toy] = await tx.select().from(toys).where(eq(toys.performerId, performerId)).for('update');
  return toy;
}

/** The playing run, if any, followed by the waiting ones in order. */
export function openRuns(db: Pick<Db, 'select'>, performerId: number): Promise<ToyRun[]> {
  return db
    .select()
    .from(toyRuns)
    .where(and(eq(toyRuns.performerId, performerId), ne(toyRuns.state, 'done')))
    .orderBy(asc(toyRuns.id));
}

/** Idempotency key of a tip's transfer; a run finds its tip's line by it. */
export const tipKey = (memberId: number, clientId: string): string => `tip:${memberId}:${clientId}`;

export const isSilent = (run: ToyRun, now: number): boolean =>
  now - (run.heardAt ?? run.startedAt ?? run.queuedAt).getTime() > TOY_SILENCE_MS;

export const endOf = ({ startedAt, seconds }: ToyRun): number => (startedAt?.getTime() ?? 0) + seconds * 1000;

export async function readToyState(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  performerId: number,
): Promise<ToyState> {
  const [toy] = await db.select().from(toys).where(eq(toys.performerId, performerId));
  if (!toy) return toyOff;
  const runs = await openRuns(db, performerId);
  const playing = runs.find(({ state }) => state === 'playing');
  return {
    active: true,
    ceiling: toy.ceiling,
    playing: playing
      ? {
          ...toRun(playing),
          intensity: cappedIntensity(playing.intensity, toy.ceiling),
          leftMs: Math.max(0, endOf(playing) - now().getTime()),
        }
      : null,
    waiting: runs.filter(({ state }) => state === 'waiting').map(toRun),
  };
}

const toRun = ({ id, level, seconds, sender }: ToyRun) => ({ run: id, level, seconds, from: sender });

/** Seconds bought and played by tips of these sessions; sessions without a run are omitted. */
export async function toyTimesOf(
  { db }: Pick<Deps, 'db'>,
  sessions: readonly string[],
): Promise<Map<string, NonNullable<Receipt['toy']>>> {
  if (sessions.length === 0) return new Map();
  const sums = await db
    .select({
      session: toyRuns.sessionId,
      bought: sql<number>`sum(${toyRuns.seconds})`.mapWith(Number),
      playedMs: sql<number>`sum(${toyRuns.playedMs})`.mapWith(Number),
      returned: sql<number>`coalesce(sum(${toyRuns.returned}), 0)`.mapWith(Number),
    })
    .from(toyRuns)
    .where(inArray(toyRuns.sessionId, [...sessions]))
    .groupBy(toyRuns.sessionId);
  return new Map(
    sums.map(({ session, playedMs, ...sum }) => [session, { ...sum, played: Math.round(playedMs / 1000) }]),
  );
}

/** Throws `badRequest.notFound` if the brand has no toys. */
export async function readToy(
  deps: Deps,
  caller: Caller,
  input: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  requireFeature(deps, 'toys');
  const { performerId } = await readOpenAuth(deps, caller, input.auth);
  return readToyState(deps, performerId);
}
