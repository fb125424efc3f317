import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { readingsOf } from '#contract/member/usernames.ts';
import type { Tx } from '#server/ports/database.ts';
import { foldUsername, performersLike } from '../reads.ts';
import { performers } from '../tables.ts';

export interface NewPerformer {
  readonly username: string;
  /** `1990-12-31`. */
  readonly dateOfBirth: string;
  readonly gender: (typeof performers.$inferSelect)['gender'];
  readonly language: Locale;
}

/**
 * Returns the id. A member with a similar name loses it (trigger performer_takes_name). Throws
 * `badRequest.username_exists` if the name is, or reads like, that of another performer, also a removed one.
 */
export async function insertPerformer(
  tx: Tx,
  { username, dateOfBirth, gender, language }: NewPerformer,
): Promise<number> {
  if ((await performersLike({ db: tx }, readingsOf(username))).size > 0)
    throw new AppError('badRequest.username_exists');
  const [row] = await tx
    .insert(performers)
    .values({
      username,
      usernameFolded: foldUsername(username),
      dateOfBirth,
      gender,
      languages: [language],
    })
    .onConflictDoNothing({ target: performers.usernameFolded })
    .returning({ id: performers.id });
  if (!row) throw new AppError('badRequest.username_exists');
  return row.id;
}
