import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { APPEAL_DAYS } from '#contract/safety/report.ts';
import { hashToken, newLinkToken } from '#server/identity/tokens.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import { reportAppeals, reportCases } from './tables.ts';
import type { ReportCase } from './transitions.ts';

export type Appeal = typeof reportAppeals.$inferSelect;

/** Stores the hash of a link to appeal against the decision of `decided`, and returns the secret, which is only mailed. */
export async function issueAppeal(
  tx: Tx,
  decided: ReportCase,
  { reportId, at }: { reportId: number | null; at: Date },
): Promise<string> {
  const { token, hash } = newLinkToken();
  const expiresAt = new Date(at.getTime() + APPEAL_DAYS * 24 * 3_600_000);
  const { id: caseId, version } = decided;
  await tx.insert(reportAppeals).values({ tokenHash: hash, caseId, version, reportId, expiresAt });
  return token;
}

/**
 * Throws `badRequest.link.expired`, also for an unknown token, and `badRequest.link.used` if anything has happened to
 * the case since the decision.
 */
export async function readAppeal(
  db: Pick<Db, 'select'>,
  { token, at }: { token: string; at: Date },
): Promise<{ appeal: Appeal; found: ReportCase }> {
  const [row] = await db
    .select({ appeal: reportAppeals, found: reportCases })
    .from(reportAppeals)
    .innerJoin(reportCases, eq(reportCases.id, reportAppeals.caseId))
    .where(eq(reportAppeals.tokenHash, hashToken(token)));
  if (!row || row.appeal.expiresAt <= at) throw new AppError('badRequest.link.expired');
  if (row.found.version !== row.appeal.version) throw new AppError('badRequest.link.used');
  return row;
}
