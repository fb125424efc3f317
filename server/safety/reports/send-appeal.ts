import { eq } from 'drizzle-orm';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import type { sendAppeal as call } from '#contract/safety/appeal-calls.ts';
import { firstOutcomes } from '#contract/safety/report.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { Caller } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { type Appeal, readAppeal } from './appeals.ts';
import { keyOfReported, reportedIn } from './store-report.ts';
import { reports } from './tables.ts';
import { moveCase, type ReportCase } from './transitions.ts';

/** Whoever has the link may use it: the first appeal against a decision closes the other links to it. */
export async function sendAppeal(
  deps: Deps,
  caller: Caller,
  { key, text }: ParsedInput<typeof call>,
): Promise<OutputOf<typeof call>> {
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
      // Whoever works on it next takes it first.
      to: () => ({ state: 'appealed', assignee: null }),
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
