import { and, lte, sql } from 'drizzle-orm';
import { YEAR_MS } from '#contract/day.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import {
  AUTOCOMPLETE_LIMIT,
  AUTOCOMPLETE_MIN,
  type autocompletePerformers as call,
} from '#contract/performers/directory/directory-calls.ts';
import { typedName } from '#contract/performers/directory/search.ts';
import { nameMatches, startsLater } from '#server/db/expressions.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { areShownTo } from '../performers-for.ts';
import { performers } from '../tables.ts';

const ADULT_MS = 18 * YEAR_MS;

/**
 * Usernames that start with the input, alphabetically, then those with a word that does; none for fewer than three
 * letters.
 */
export async function autocompletePerformers(
  { db, now }: Deps,
  caller: Caller,
  { username }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  if (typedName(username).letters.length < AUTOCOMPLETE_MIN) return { result: [] };
  const result = await db
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(
      and(
        nameMatches(performers.searchWords, username),
        areShownTo(visitorOf(caller)),
        lte(performers.dateOfBirth, new Date(now().getTime() - ADULT_MS).toISOString().slice(0, 10)),
      ),
    )
    .orderBy(startsLater(performers.searchWords, username), sql`${performers.usernameFolded} using ~<~`)
    .limit(AUTOCOMPLETE_LIMIT);
  return { result };
}
