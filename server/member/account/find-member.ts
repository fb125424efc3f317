import { and, desc, eq, inArray, isNull, or } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/account/credentials.ts';
import { AUTOCOMPLETE_MIN } from '#contract/performers/directory/directory-calls.ts';
import { typedName } from '#contract/performers/directory/search.ts';
import { nameMatches, startsLater } from '#server/db/expressions.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { members } from '../tables.ts';

export type Member = typeof members.$inferSelect;

/** Finds a member by number, else by e-mail address or username, which may be digits. Throws `badRequest.login.notExists`. */
export async function findMember(db: Pick<Db, 'select'>, name: string): Promise<Member> {
  const folded = foldEmail(name);
  const number = /^\d{1,9}$/.test(name) ? Number(name) : -1;
  const [row] = await db
    .select()
    .from(members)
    .where(or(eq(members.id, number), eq(members.emailFolded, folded), eq(members.usernameFolded, folded)))
    .orderBy(desc(eq(members.id, number)))
    .limit(1);
  if (!row) throw new AppError('badRequest.login.notExists');
  return row;
}

/** Ids of members whose visible name is found by `typed`; none for fewer than three letters. */
export async function membersLike(db: Pick<Db, 'select'>, typed: string, limit: number): Promise<number[]> {
  if (typedName(typed).letters.length < AUTOCOMPLETE_MIN) return [];
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(and(nameMatches(members.searchWords, typed), isNull(members.deletedAt)))
    .orderBy(startsLater(members.searchWords, typed), members.searchWords, members.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Holds the row until the transaction ends, so that an erasure comes before or after; false for an erased account. */
export async function holdMember(tx: Pick<Tx, 'select'>, memberId: number): Promise<boolean> {
  const isIt = and(eq(members.id, memberId), isNull(members.deletedAt));
  const rows = await tx.select({ id: members.id }).from(members).where(isIt).for('share');
  return rows.length > 0;
}

/** Throws `badRequest.login.notExists`. */
export async function memberById(db: Pick<Db, 'select'>, memberId: number): Promise<Member> {
  const [row] = await db.select().from(members).where(eq(members.id, memberId));
  if (!row) throw new AppError('badRequest.login.notExists');
  return row;
}

/** By their ids, also erased ones. */
export async function membersById(
  db: Pick<Db, 'select'>,
  memberIds: readonly number[],
): Promise<Map<number, Member>> {
  if (memberIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(members)
    .where(inArray(members.id, [...memberIds]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Throws `badRequest.login.notExists`, also for an erased member. */
export async function requireAccount(db: Pick<Db, 'select'>, memberId: number): Promise<void> {
  const [row] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  if (!row) throw new AppError('badRequest.login.notExists');
}
