import { and, lte, sql } from 'drizzle-orm';
import { YEAR_MS } from '#contract/day.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import {
  AUTOCOMPLETE_LIMIT,
  AUTOCOMPLETE_MIN,
  type autocompletePerformers as call,
} from '#contract/performers/directory-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { visitorOf } from '#server/ports/performer-viewer.ts';
import { foldUsername } from '../reads.ts';
import { areShownTo } from '../shown.ts';
import { performers } from '../tables.ts';

const ADULT_MS = 18 * YEAR_MS;
/** Sorts after every other character. */
const LAST = '\u{10FFFF}';

/** Usernames that start with the input, alphabetically; none for fewer than three letters. */
export async function autocompletePerformers(
  { db, now }: Deps,
  caller: Caller,
  { username }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
  const folded = foldUsername(username);
  if (folded.length < AUTOCOMPLETE_MIN) return { result: [] };
  // A range instead of LIKE: the input is never a pattern, and the index returns rows in this order.
  const name = performers.usernameFolded;
  const result = await db
    .select({ id: performers.id, username: performers.username })
    .from(performers)
    .where(
      and(
        sql`${name} ~>=~ ${folded} and ${name} ~<~ ${folded + LAST}`,
        areShownTo(visitorOf(caller)),
        lte(performers.dateOfBirth, new Date(now().getTime() - ADULT_MS).toISOString().slice(0, 10)),
      ),
    )
    .orderBy(sql`${name} using ~<~`)
    .limit(AUTOCOMPLETE_LIMIT);
  return { result };
}
