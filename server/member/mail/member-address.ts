import { and, eq, isNull } from 'drizzle-orm';
import type { Locale } from '#contract/locales.ts';
import type { Affiliate } from '#contract/tracking/affiliate.ts';
import type { Db } from '#server/ports/database.ts';
import { members } from '../tables.ts';
import { affiliateIn } from './member-affiliate.ts';

/** Undefined for a deleted account. */
export async function memberAddress(
  db: Pick<Db, 'select'>,
  memberId: number,
): Promise<{ email: string; language: Locale; affiliate: Affiliate } | undefined> {
  const [row] = await db
    .select({ email: members.email, language: members.language, meta: members.meta })
    .from(members)
    .where(and(eq(members.id, memberId), isNull(members.deletedAt)));
  return row && { email: row.email, language: row.language, affiliate: affiliateIn(row.meta) };
}
