import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { typedName } from '#contract/performers/directory/search.ts';

/**
 * SQL condition: the name whose `search_words` are in `column` matches what was typed (matchesName in the contract). The
 * input is never a pattern.
 */
export function nameMatches(column: SQLWrapper, typed: string): SQL {
  const { words, letters } = typedName(typed);
  if (letters === '') return sql`false`;
  return sql`(strpos(' ' || ${column}, ${` ${words}`}) > 0 or starts_with(replace(${column}, ' ', ''), ${letters}))`;
}

/** SQL value to sort by: false, which is first, for names that start with what was typed. */
export const startsLater = (column: SQLWrapper, typed: string): SQL =>
  sql`not starts_with(replace(${column}, ' ', ''), ${typedName(typed).letters})`;
