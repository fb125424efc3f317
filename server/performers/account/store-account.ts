import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { Locale } from '#contract/locales.ts';
import { readingsOf } from '#contract/member/usernames.ts';
import { eraseFactors } from '#server/identity/factor/factors.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { foldUsername, performersLike } from '../reads.ts';
import { performerAccounts, performerLinks, performers } from '../tables.ts';

/** Stores or replaces where a performer's mails go. */
export async function storeAccount(
  tx: Tx,
  { performerId, email, language, at }: { performerId: number; email: string; language: Locale; at: Date },
): Promise<void> {
  await tx
    .insert(performerAccounts)
    .values({ performerId, email, language, createdAt: at })
    .onConflictDoUpdate({ target: performerAccounts.performerId, set: { email, language } });
}

/** Deletes the e-mail address, the links and the second factors of a performer; her passkeys have their own table. */
export async function eraseAccount(tx: Tx, performerId: number): Promise<void> {
  await tx.delete(performerAccounts).where(eq(performerAccounts.performerId, performerId));
  await tx.delete(performerLinks).where(eq(performerLinks.performerId, performerId));
  await eraseFactors(tx, performerId);
}

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

/** Returns false if she was removed, or if the hash is no longer the one that was `before`. */
export async function storePassword(
  tx: Tx,
  performerId: number,
  { passwordHash, before }: { passwordHash: string; before?: string },
): Promise<boolean> {
  const isUnchanged = before === undefined ? undefined : eq(performers.passwordHash, before);
  const changed = await tx
    .update(performers)
    .set({ passwordHash })
    .where(and(eq(performers.id, performerId), isNull(performers.removedAt), isUnchanged))
    .returning({ id: performers.id });
  return changed.length > 0;
}

/** No password opens her studio any more, until a link sets one. */
export async function forgetPassword(tx: Pick<Tx, 'update'>, performerId: number): Promise<void> {
  await tx.update(performers).set({ passwordHash: null }).where(eq(performers.id, performerId));
}

/** Does nothing if the hash has changed meanwhile. */
export async function renewPasswordHash(
  { db }: Pick<Deps, 'db'>,
  performerId: number,
  { before, passwordHash }: { before: string; passwordHash: string },
): Promise<void> {
  await db
    .update(performers)
    .set({ passwordHash })
    .where(and(eq(performers.id, performerId), eq(performers.passwordHash, before)));
}

type PerformerAccount = typeof performerAccounts.$inferSelect;

/** Undefined for a performer without an e-mail address. */
export async function performerAccount(
  db: Pick<Db, 'select'>,
  performerId: number,
): Promise<PerformerAccount | undefined> {
  const [row] = await db
    .select()
    .from(performerAccounts)
    .where(eq(performerAccounts.performerId, performerId));
  return row;
}
