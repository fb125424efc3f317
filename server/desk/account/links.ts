import { and, eq, isNull } from 'drizzle-orm';
import { DESK_LINK_HOURS } from '#contract/desk/account-calls.ts';
import { AppError } from '#contract/errors.ts';
import { holdOperator } from '#server/identity/operators/reads.ts';
import { operatorLinks } from '#server/identity/operators/tables.ts';
import { hashToken, newLinkToken } from '#server/identity/tokens.ts';
import type { Db, Tx } from '#server/ports/database.ts';

type LinkRow = typeof operatorLinks.$inferSelect;

interface Change {
  operatorId: number;
  at: Date;
}

/** Stores the hash and returns the secret, which is only in the mail. Earlier links become invalid. */
export async function issueLink(tx: Tx, { operatorId, at }: Change): Promise<string> {
  await closeLinks(tx, { operatorId, at });
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(at.getTime() + DESK_LINK_HOURS * 3_600_000);
  await tx.insert(operatorLinks).values({ tokenHash: hash, operatorId, createdAt: at, expiresAt });
  return token;
}

/** Invalidates the open link. */
export async function closeLinks(tx: Tx, { operatorId, at }: Change): Promise<void> {
  await tx
    .update(operatorLinks)
    .set({ usedAt: at })
    .where(and(eq(operatorLinks.operatorId, operatorId), isNull(operatorLinks.usedAt)));
}

/**
 * Reads a link without using it up. Throws `badRequest.link.used`, also if a later link replaced it, or
 * `badRequest.link.expired`, also for an unknown token.
 */
export async function readLink(
  db: Pick<Db, 'select'>,
  { token, at }: { token: string; at: Date },
): Promise<LinkRow> {
  const [link] = await db
    .select()
    .from(operatorLinks)
    .where(eq(operatorLinks.tokenHash, hashToken(token)));
  if (link?.usedAt) throw new AppError('badRequest.link.used');
  if (!link || link.expiresAt <= at) throw new AppError('badRequest.link.expired');
  return link;
}

/** Uses up a link: of two simultaneous requests one succeeds. Throws like `readLink`. */
export async function useLink(tx: Tx, { token, at }: { token: string; at: Date }): Promise<LinkRow> {
  const { operatorId } = await readLink(tx, { token, at });
  if (!(await holdOperator(tx, operatorId))) throw new AppError('badRequest.link.expired');
  const link = await readLink(tx, { token, at });
  await closeLinks(tx, { operatorId, at });
  return link;
}
