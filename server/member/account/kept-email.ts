import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import type { Tx } from '#server/ports/database.ts';
import { emailChanges } from '../tables.ts';

/** Whether a member other than `except` had this address and can still go back to it. */
export async function isKept(
  tx: Pick<Tx, 'select'>,
  email: string,
  { now, except = 0 }: { now: Date; except?: number },
): Promise<boolean> {
  const folded = foldEmail(email);
  // A non-ASCII domain may be stored in either form.
  const isLike = /[@.]xn--/.test(folded)
    ? eq(sql`lower(split_part(${emailChanges.oldEmail}, '@', 1))`, folded.replace(/@.*$/, ''))
    : eq(sql`lower(${emailChanges.oldEmail})`, folded);
  const kept = await tx
    .select({ oldEmail: emailChanges.oldEmail })
    .from(emailChanges)
    .where(
      and(
        isLike,
        isNotNull(emailChanges.undoHash),
        isNull(emailChanges.closedAt),
        gt(emailChanges.undoUntil, now),
        ne(emailChanges.memberId, except),
      ),
    );
  return kept.some(({ oldEmail }) => foldEmail(oldEmail) === folded);
}
