import { and, eq, isNull } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { STUDIO_LINK_HOURS } from '#contract/studio/account/account-calls.ts';
import { hashToken, newLinkToken } from '#server/identity/tokens.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { holdPerformer } from '../reads.ts';
import { performerLinks } from '../tables.ts';

type LinkRow = typeof performerLinks.$inferSelect;

interface Change {
  performerId: number;
  at: Date;
}

/**
 * Stores the hash and returns the secret, which is only in the mail. Earlier links become invalid. Throws
 * `badRequest.performer.notExists` for a removed performer.
 */
export async function issueLink(tx: Tx, { performerId, at }: Change): Promise<string> {
  // Serializes links: only one can be open.
  if (!(await holdPerformer(tx, performerId, 'no key update')))
    throw new AppError('badRequest.performer.notExists');
  await closeLinks(tx, { performerId, at });
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(at.getTime() + STUDIO_LINK_HOURS * 3_600_000);
  await tx.insert(performerLinks).values({ tokenHash: hash, performerId, createdAt: at, expiresAt });
  return token;
}

/** Invalidates the open link. */
export async function closeLinks(tx: Tx, { performerId, at }: Change): Promise<void> {
  await tx
    .update(performerLinks)
    .set({ usedAt: at })
    .where(and(eq(performerLinks.performerId, performerId), isNull(performerLinks.usedAt)));
}

/**
 * Reads a link without using it up. Throws `badRequest.link.used`, also if a later link replaced it, or
 * `badRequest.link.expired`, also for an unknown token.
 */
export async function readLink(
  db: Pick<Db, 'select'>,
  { token, at }: { token: string; at: Date },
): Promise<LinkRow> {
  const [link] = await db.select().from(performerLinks).where(isLink(token));
  return requireOpen(link, at);
}

/**
 * Uses up a link: of two simultaneous requests one succeeds. The performer's row is locked first, as by `issueLink`.
 * Throws like `readLink`.
 */
export async function useLink(tx: Tx, { token, at }: { token: string; at: Date }): Promise<LinkRow> {
  const { performerId } = await readLink(tx, { token, at });
  if (!(await holdPerformer(tx, performerId, 'no key update'))) throw new AppError('badRequest.link.expired');
  const link = await readLink(tx, { token, at });
  await closeLinks(tx, { performerId, at });
  return link;
}

const isLink = (token: string) => eq(performerLinks.tokenHash, hashToken(token));

function requireOpen(link: LinkRow | undefined, at: Date): LinkRow {
  if (link?.usedAt) throw new AppError('badRequest.link.used');
  if (!link || link.expiresAt <= at) throw new AppError('badRequest.link.expired');
  return link;
}
