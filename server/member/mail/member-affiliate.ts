import { eq } from 'drizzle-orm';
import { type Affiliate, affiliateOf } from '#contract/tracking/affiliate.ts';
import type { Db } from '#server/ports/database.ts';
import { members } from '../tables.ts';

/** The affiliate's values among those of a registration. */
export const affiliateIn = (meta: Readonly<Record<string, string>> = {}): Affiliate =>
  affiliateOf({ get: (key) => meta[key] ?? null });

/** The affiliate's values that a member registered with, for the links in mails. */
export async function memberAffiliate(db: Pick<Db, 'select'>, memberId: number): Promise<Affiliate> {
  const [row] = await db.select({ meta: members.meta }).from(members).where(eq(members.id, memberId));
  return affiliateIn(row?.meta);
}
