import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { cappedIntensity, type ToyState, toyOff } from '#contract/chat/toys.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { toyRuns, toys } from './tables.ts';

export type Toy = typeof toys.$inferSelect;
export type ToyRun = typeof toyRuns.$inferSelect;

/** Waits for whoever changes the queue now; undefined while the toy is off. */
export async function lockToy(tx: Tx, performerId: number): Promise<Toy | undefined> {
  const [toy] = await tx.select().from(toys).where(eq(toys.performerId, performerId)).for('update');
  return toy;
}

/** The run that plays, if one does, and then those that wait, in their order. */
export function openRuns(db: Pick<Db, 'select'>, performerId: number): Promise<ToyRun[]> {
  return db
    .select()
    .from(toyRuns)
    .where(and(eq(toyRuns.performerId, performerId), ne(toyRuns.state, 'done')))
    .orderBy(asc(toyRuns.id));
}

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
          ...told(playing),
          intensity: cappedIntensity(playing.intensity, toy.ceiling),
          leftMs: Math.max(0, endOf(playing) - now().getTime()),
        }
      : null,
    waiting: runs.filter(({ state }) => state === 'waiting').map(told),
  };
}

const told = ({ id, level, seconds, sender }: ToyRun) => ({ run: id, level, seconds, from: sender });

/** What tips of a session have bought, and what was played of it, in seconds; undefined where none did. */
export async function toyTimeOf(
  { db }: Pick<Deps, 'db'>,
  sessionId: string,
): Promise<{ bought: number; played: number } | undefined> {
  const [sum] = await db
    .select({
      bought: sql<number>`coalesce(sum(${toyRuns.seconds}), 0)`.mapWith(Number),
      played: sql<number>`coalesce(sum(${toyRuns.playedMs}), 0)`.mapWith(Number),
    })
    .from(toyRuns)
    .where(eq(toyRuns.sessionId, sessionId));
  return sum && sum.bought > 0 ? { bought: sum.bought, played: Math.round(sum.played / 1000) } : undefined;
}
