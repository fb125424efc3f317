import { sql } from 'drizzle-orm';
import { type HourCount, hourOf, isWithin, type Span, whole } from '#server/db/hours.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from './tables.ts';

/** Registrations by hour, including deleted accounts. */
export const countSignUpHours = ({ db }: Pick<Deps, 'db'>, spans: readonly Span[]): Promise<HourCount[]> =>
  db
    .select({ hour: hourOf(members.createdAt), count: whole(sql`count(*)`) })
    .from(members)
    .where(isWithin(members.createdAt, spans))
    .groupBy(hourOf(members.createdAt));
