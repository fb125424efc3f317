import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import type { ReportState } from '#contract/safety/report-calls.ts';
import type { Tx } from '#server/ports/database.ts';
import { reportCases, reportSteps } from './tables.ts';

export type ReportCase = typeof reportCases.$inferSelect;

export interface Move {
  caseId: number;
  /** The version it was based on; undefined in the shell, which shows no version. */
  version?: number | undefined;
  /** States in which it is possible. */
  from: readonly ReportState[];
  /** The new state and what else changes. */
  to: (before: ReportCase) => Partial<ReportCase> & Pick<ReportCase, 'state'>;
  /** Key of the caller. */
  actor: string;
  note?: string;
  /** Of whoever appeals; null for the reported person. */
  reportId?: number | null;
  at: Date;
}

/**
 * The only writer of a case's later steps: locks it and adds to its history. Returns the case before and after it.
 * Throws `badRequest.notFound`, `badRequest.case.changed` and `.state`.
 */
export async function moveCase(
  tx: Tx,
  { caseId, version, from, to, actor, note, reportId, at }: Move,
): Promise<{ before: ReportCase; after: ReportCase }> {
  const [before] = await tx.select().from(reportCases).where(eq(reportCases.id, caseId)).for('update');
  if (!before) throw new AppError('badRequest.notFound');
  if (version !== undefined && version !== before.version) throw new AppError('badRequest.case.changed');
  if (!from.includes(before.state)) throw new AppError('badRequest.case.state');
  const changes = { ...to(before), version: before.version + 1, changedAt: at };
  const after = { ...before, ...changes };
  await tx.update(reportCases).set(changes).where(eq(reportCases.id, caseId));
  await tx.insert(reportSteps).values({
    caseId,
    version: after.version,
    state: after.state,
    actor,
    at,
    note: note ?? null,
    reportId: reportId ?? null,
  });
  return { before, after };
}
