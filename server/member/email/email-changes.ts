import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { foldEmail } from '#contract/member/account/credentials.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { emailChanges, members } from '../tables.ts';

const HOUR_MS = 3_600_000;

/** Maximum number of mails to new addresses per member and hour, including cancelled changes. */
export const CHANGES_PER_HOUR = 3;

/** Number of changes requested within the last hour. Exact if the caller has locked the member's row. */
export async function countRecentChanges(tx: Tx, memberId: number, now: Date): Promise<number> {
  const anHourAgo = new Date(now.getTime() - HOUR_MS);
  const [row] = await tx
    .select({ total: count() })
    .from(emailChanges)
    .where(and(eq(emailChanges.memberId, memberId), gt(emailChanges.askedAt, anHourAgo)));
  return row?.total ?? 0;
}

/** Closes pending changes: only the latest requested address can be confirmed. */
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

/** The new address waiting for confirmation; null without one. */
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

/** A username that is still the e-mail address changes with it: others must not see the old address as a name. */
export async function setEmail(tx: Tx, memberId: number, email: string): Promise<void> {
  const emailFolded = foldEmail(email);
  await tx
    .update(members)
    .set({
      email,
      emailFolded,
      username: sql`case when username = email then ${email} else username end`,
      usernameFolded: sql`case when username = email then ${emailFolded} else username_folded end`,
    })
    .where(eq(members.id, memberId));
}
