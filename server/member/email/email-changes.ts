import { and, count, desc, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { foldEmail } from '#contract/member/credentials.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { emailChanges } from './tables.ts';

const HOUR_MS = 3_600_000;

/** Mails to new addresses that a member can cause within an hour, whether they are cancelled or not. */
export const CHANGES_PER_HOUR = 3;

/** Exact when the caller holds the member's row. */
export async function askedLately(tx: Tx, memberId: number, now: Date): Promise<number> {
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  const [asked] = await tx
    .select({ total: count() })
    .from(emailChanges)
    .where(and(eq(emailChanges.memberId, memberId), gt(emailChanges.askedAt, anHourAgo)));
  return asked?.total ?? 0;
}

/** A new address counts only while it is the last one wished for. */
export async function closePending(tx: Pick<Tx, 'update'>, memberId: number, now: Date): Promise<void> {
  await tx
    .update(emailChanges)
    .set({ closedAt: now })
    .where(
      and(
        eq(emailChanges.memberId, memberId),
        isNull(emailChanges.confirmedAt),
        isNull(emailChanges.closedAt),
      ),
    );
}

/** The new address that waits to be confirmed. */
export async function pendingEmail(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  memberId: number,
): Promise<string | null> {
  const [pending] = await db
    .select({ email: emailChanges.newEmail })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.memberId, memberId),
        isNull(emailChanges.confirmedAt),
        isNull(emailChanges.closedAt),
        gt(emailChanges.expiresAt, now()),
      ),
    )
    .orderBy(desc(emailChanges.id))
    .limit(1);
  return pending?.email ?? null;
}

/** Whether an address is kept for a member other than `except`, who had it and can still go back to it. */
export async function isKept(
  tx: Pick<Tx, 'select'>,
  email: string,
  { now, except = 0 }: { now: Date; except?: number },
): Promise<boolean> {
  const folded = foldEmail(email);
  // A domain beyond ASCII may be stored in either form.
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
