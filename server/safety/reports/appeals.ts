import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type {
  checkAppeal as checkAppealCall,
  sendAppeal as sendAppealCall,
} from '#contract/safety/appeal-calls.ts';
import { APPEAL_DAYS, firstOutcomes, isFirstOutcome } from '#contract/safety/report-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import { hashToken, newLinkToken } from '#server/identity/tokens.ts';
import type { Db, Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keyOfReported, reportedIn } from './store-report.ts';
import { reportAppeals, reportCases, reportSteps, reports } from './tables.ts';
import { moveCase, type ReportCase, toAppealed } from './transitions.ts';

type Appeal = typeof reportAppeals.$inferSelect;

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
async function readAppeal(
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

export async function checkAppeal(
  { db, now }: Deps,
  _caller: Caller,
  { key }: ParsedInput<typeof checkAppealCall>,
): Promise<OutputOf<typeof checkAppealCall>> {
  const { appeal, found } = await readAppeal(db, { token: key, at: now() });
  if (!isFirstOutcome(found.state)) throw new AppError('badRequest.link.used');
  const [step] = await db
    .select({ note: reportSteps.note })
    .from(reportSteps)
    .where(and(eq(reportSteps.caseId, found.id), eq(reportSteps.version, found.version)));
  const [report] =
    appeal.reportId === null
      ? []
      : await db.select({ number: reports.number }).from(reports).where(eq(reports.id, appeal.reportId));
  return { outcome: found.state, statement: step?.note ?? '', number: report?.number ?? null };
}

/** Whoever has the link may use it: the first appeal against a decision closes the other links to it. */
export async function sendAppeal(
  deps: Deps,
  caller: Caller,
  { key, text }: ParsedInput<typeof sendAppealCall>,
): Promise<OutputOf<typeof sendAppealCall>> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const { appeal, found } = await readAppeal(tx, { token: key, at });
    await moveCase(tx, {
      caseId: found.id,
      version: appeal.version,
      from: firstOutcomes,
      note: text,
      at,
      reportId: appeal.reportId,
      to: toAppealed,
      actor: await appellantOf(tx, appeal, found),
    }).catch((error: unknown) => {
      const isTaken = error instanceof AppError && error.label.startsWith('badRequest.case.');
      throw isTaken ? new AppError('badRequest.link.used') : error;
    });
    // The link and not the login says who appeals.
    const who: Caller = { kind: 'system', request: caller.request };
    const about = keyOfReported(reportedIn(found));
    await recordAct(tx, who, { act: 'report.appealed', subject: about, at });
    tx.afterCommit(() => deps.events.record('report.appealed', { about }));
  });
  return true;
}

async function appellantOf(tx: Tx, { reportId }: Appeal, found: ReportCase): Promise<string> {
  if (reportId === null) return keyOfReported(reportedIn(found));
  const [report] = await tx.select().from(reports).where(eq(reports.id, reportId));
  if (report?.memberId != null) return `member:${report.memberId}`;
  return report?.byPerformerId == null ? 'guest' : `performer:${report.byPerformerId}`;
}
