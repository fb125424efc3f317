import { and, desc, eq, exists, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#server/ports/database.ts';
import { performers } from '../tables.ts';
import { linkLive, type Recorded } from './people.ts';
import { besidePeople, depictionPeople, depictions } from './tables.ts';

interface StreamMove {
  performerId: number;
  isLive: boolean;
  at: Date;
}

/** Begins the depiction of a stream with those who are in the picture, or ends the one that runs. */
export async function noteStream(tx: Tx, { performerId, isLive, at }: StreamMove): Promise<void> {
  if (!isLive) {
    const { performerId: of, kind, endedAt } = depictions;
    await tx
      .update(depictions)
      .set({ endedAt: at })
      .where(and(eq(of, performerId), eq(kind, 'stream'), isNull(endedAt)));
    return;
  }
  const begun = await tx
    .insert(depictions)
    .values({ kind: 'stream', performerId, beganAt: at })
    .onConflictDoNothing()
    .returning({ id: depictions.id });
  if (begun.length > 0) await linkLive(tx, performerId);
}

const columns = {
  depiction: depictions.id,
  kind: depictions.kind,
  performerId: depictions.performerId,
  username: performers.username,
  itemId: depictions.itemId,
  photoId: depictions.photoId,
  beganAt: depictions.beganAt,
  endedAt: depictions.endedAt,
  people: sql<string[]>`array(
    select ${besidePeople.label} from ${depictionPeople}
    join ${besidePeople} on ${besidePeople.id} = ${depictionPeople.personId}
    where ${depictionPeople.depictionId} = ${depictions.id} order by 1)`,
};

const shows = (db: Pick<Db, 'select'>, { performerId, personId }: Recorded) =>
  personId === null
    ? eq(depictions.performerId, performerId ?? 0)
    : exists(
        db
          .select({ one: sql`1` })
          .from(depictionPeople)
          .where(and(eq(depictionPeople.depictionId, depictions.id), eq(depictionPeople.personId, personId))),
      );

interface Wanted {
  /** Null for everything. */
  of: Recorded | null;
  limit: number;
  offset: number;
}

/** What shows a performer or a person, newest first. */
export const depictionsOf = (db: Pick<Db, 'select'>, { of, limit, offset }: Wanted) =>
  db
    .select(columns)
    .from(depictions)
    .innerJoin(performers, eq(performers.id, depictions.performerId))
    .where(of === null ? undefined : shows(db, of))
    .orderBy(desc(depictions.id))
    .limit(limit)
    .offset(offset);
export type DepictionRow = Awaited<ReturnType<typeof depictionsOf>>[number];

/** Locks it. */
export async function holdDepiction(tx: Tx, id: number): Promise<{ performerId: number } | undefined> {
  const [row] = await tx
    .select({ performerId: depictions.performerId })
    .from(depictions)
    .where(eq(depictions.id, id))
    .for('update');
  return row;
}

/** People who are shown in it, by number. */
export async function peopleIn(db: Pick<Db, 'select'>, depiction: number): Promise<number[]> {
  const rows = await db
    .select({ id: depictionPeople.personId })
    .from(depictionPeople)
    .where(eq(depictionPeople.depictionId, depiction))
    .orderBy(depictionPeople.personId);
  return rows.map(({ id }) => id);
}

/** Replaces who is shown in it beside the performer. */
export async function storePeopleIn(tx: Tx, depiction: number, people: readonly number[]): Promise<void> {
  await tx.delete(depictionPeople).where(eq(depictionPeople.depictionId, depiction));
  if (people.length > 0)
    await tx.insert(depictionPeople).values(people.map((personId) => ({ depictionId: depiction, personId })));
}
