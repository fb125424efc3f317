import { eq, or } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { foldEmail } from '#contract/member/credentials.ts';
import { members } from '#server/member/tables.ts';
import type { Db } from '#server/ports/database.ts';

export type Member = typeof members.$inferSelect;

/** Finds a member by number, e-mail address or username. Throws `badRequest.login.notExists`. */
export async function findMember(db: Pick<Db, 'select'>, name: string): Promise<Member> {
  const folded = foldEmail(name);
  const number = /^\d{1,9}$/.test(name) ? Number(name) : -1;
  const [row] = await db
    .select()
    .from(members)
    .where(or(eq(members.id, number), eq(members.emailFolded, folded), eq(members.usernameFolded, folded)))
    .limit(1);
  if (!row) throw new AppError('badRequest.login.notExists');
  return row;
}
