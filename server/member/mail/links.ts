import { and, count, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { hashToken, newLinkToken } from '#server/identity/tokens.ts';
import type { Tx } from '#server/ports/database.ts';
import { mailLinks } from '../tables.ts';

export type LinkKind = 'activate' | 'reset';

/** Seconds for which a link is valid. */
export const linkSeconds = { activate: 7 * 24 * 3600, reset: 3600 } as const satisfies Record<
  LinkKind,
  number
>;

export interface NewLink {
  kind: LinkKind;
  memberId: number;
  email: string;
  now: Date;
}

/** Stores the hash and returns the secret, which is only in the mail. */
export async function issueLink(tx: Tx, { kind, memberId, email, now }: NewLink): Promise<string> {
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(now.getTime() + linkSeconds[kind] * 1000);
  await tx.insert(mailLinks).values({ tokenHash: hash, kind, memberId, email, expiresAt });
  return token;
}

const HOUR_MS = 3_600_000;

/** Maximum number of links of a kind per mailbox and hour. A used link does not count. */
export const LINKS_PER_HOUR = 3;

/**
 * Whether a mailbox has had enough mails: prevents flooding, and the last link still works. Exact if the caller has
 * locked the member's row.
 */
export async function isMailboxFull(
  tx: Tx,
  { kind, memberId, now }: Omit<NewLink, 'email'>,
): Promise<boolean> {
  const anHourAgo = new Date(now.getTime() - HOUR_MS + linkSeconds[kind] * 1000);
  const [sent] = await tx
    .select({ total: count() })
    .from(mailLinks)
    .where(
      and(
        eq(mailLinks.memberId, memberId),
        eq(mailLinks.kind, kind),
        isNull(mailLinks.usedAt),
        gt(mailLinks.expiresAt, anHourAgo),
      ),
    );
  return (sent?.total ?? 0) >= LINKS_PER_HOUR;
}

/**
 * Uses up a link and every other open one of its kind. Throws `badRequest.link.used`, or `badRequest.link.expired`,
 * also for an unknown token.
 */
export async function useLink(tx: Tx, kind: LinkKind, use: { token: string; now: Date }) {
  const [link] = await tx
    .select()
    .from(mailLinks)
    .where(and(eq(mailLinks.tokenHash, hashToken(use.token)), eq(mailLinks.kind, kind)))
    .for('update');
  if (link?.usedAt) throw new AppError('badRequest.link.used');
  if (!link || link.expiresAt <= use.now) throw new AppError('badRequest.link.expired');
  await closeLinks(tx, { kind, memberId: link.memberId, now: use.now });
  return link;
}

/** Invalidates every open link of a kind. */
export async function closeLinks(tx: Tx, { kind, memberId, now }: Omit<NewLink, 'email'>): Promise<void> {
  await tx
    .update(mailLinks)
    .set({ usedAt: now })
    .where(and(eq(mailLinks.memberId, memberId), eq(mailLinks.kind, kind), isNull(mailLinks.usedAt)));
}
