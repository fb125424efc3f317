import { and, eq, isNull } from 'drizzle-orm';
import type { Locale } from '#contract/locales.ts';
import type { Db } from '#server/ports/database.ts';
import { members } from '../tables.ts';

/** Undefined for a deleted account. */
export async function memberAddress(
  db: Pick<Db, 'select'>,
  memberId: number,
): Promise<{ email: string; language: Locale } | undefined> {
  const [row] = await db
    .select({ email: members.email, language: members.language })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  return row;
}
