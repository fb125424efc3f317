import { and, inArray, ne, or, sql } from 'drizzle-orm';
import type { ErrorLabel } from '#contract/errors.ts';
import { readingsOf, type UsernameError } from '#contract/member/usernames.ts';
import { performersLike } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { members } from '../tables.ts';

/** Returns those of `names` that a member other than `except` has, ignoring case. */
export async function namesOfMembers(
  { db }: Pick<Deps, 'db'>,
  names: readonly string[],
  except = 0,
): Promise<Set<string>> {
  const folded = names.map((name) => name.toLowerCase());
  const chatName = sql<string | null>`lower(${members.chatName})`;
  const rows = await db
    .select({ username: members.usernameFolded, chatName })
    .from(members)
    .where(
      and(or(inArray(members.usernameFolded, folded), inArray(chatName, folded)), ne(members.id, except)),
    );
  const taken = new Set(rows.flatMap((row) => [row.username, row.chatName]));
  return new Set(names.filter((name) => taken.has(name.toLowerCase())));
}

/** Returns those of `names` that look like a performer's, including performers who have left. */
export async function namesLikePerformers(
  deps: Pick<Deps, 'db'>,
  names: readonly string[],
): Promise<Set<string>> {
  const found = await performersLike(deps, names.flatMap(readingsOf));
  return new Set(names.filter((name) => readingsOf(name).some((reading) => found.has(reading))));
}

/** Forms match the last part of an error label (platform spec 8). */
export const refusalLabels = {
  'registration.error.forbiddenWords': 'badRequest.forbiddenWords',
  'change_username.invalidChar': 'badRequest.invalidChar',
  'change_username.nicknameLength': 'badRequest.nicknameLength',
} as const satisfies Record<UsernameError, ErrorLabel>;
