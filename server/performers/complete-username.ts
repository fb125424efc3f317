import { and, asc, isNull, like } from 'drizzle-orm';
import { AUTOCOMPLETE_LIMIT, AUTOCOMPLETE_MIN } from '#contract/performers/calls.ts';
import type { Deps } from '#server/deps.ts';
import { foldUsername } from './reads.ts';
import { performers } from './tables.ts';

/** Performers of any gender whose username starts so; nothing for less than three letters. */
export async function completeUsername(
  { db }: Pick<Deps, 'db'>,
  start: string,
): Promise<{ id: number; username: string }[]> {
  const folded = foldUsername(start);
  if (folded.length < AUTOCOMPLETE_MIN) return [];
  // What the visitor types is letters, never a pattern.
  const prefix = `${folded.replace(/[\\%_]/g, '\\$&')}%`;
  return db
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(and(like(performers.usernameFolded, prefix), isNull(performers.removedAt)))
    .orderBy(asc(performers.usernameFolded))
    .limit(AUTOCOMPLETE_LIMIT);
}
