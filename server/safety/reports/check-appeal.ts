import { and, eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { checkAppeal as call } from '#contract/safety/appeal-calls.ts';
import { isFirstOutcome } from '#contract/safety/report-calls.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { readAppeal } from './appeals.ts';
import { reportSteps, reports } from './tables.ts';

export async function checkAppeal(
  { db, now }: Deps,
  _caller: Caller,
  { key }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
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
