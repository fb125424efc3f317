import { and, isNull, lte, sql } from 'drizzle-orm';
import { YEAR_MS } from '#contract/performers/age.ts';
import { AUTOCOMPLETE_LIMIT, AUTOCOMPLETE_MIN } from '#contract/performers/calls.ts';
import type { Deps } from '#server/deps.ts';
import { foldUsername } from './reads.ts';
import { performers } from './tables.ts';

const ADULT_MS = 18 * YEAR_MS;
/** Comes after every other character. */
const LAST = '\u{10FFFF}';

/** Performers of any gender whose username starts so, in the order of their letters; nothing for less than three. */
export async function completeUsername(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  start: string,
): Promise<{ id: number; username: string }[]> {
  const folded = foldUsername(start);
  if (folded.length < AUTOCOMPLETE_MIN) return [];
  // A range instead of LIKE: nothing typed is a pattern, and the index gives the rows in this order, so ten are enough.
  const name = performers.usernameFolded;
  return db
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(
      and(
        sql`${name} ~>=~ ${folded} and ${name} ~<~ ${folded + LAST}`,
        isNull(performers.removedAt),
        lte(performers.dateOfBirth, new Date(now().getTime() - ADULT_MS).toISOString().slice(0, 10)),
      ),
    )
    .orderBy(sql`${name} using ~<~`)
    .limit(AUTOCOMPLETE_LIMIT);
}
