import type { assignCase as call } from '#contract/desk/report-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { openReportStates } from '#contract/safety/report.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { moveCase } from '#server/safety/reports/move-case.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';

type Assignment = Pick<ParsedInput<typeof call>, 'case' | 'to'> &
  Partial<Pick<ParsedInput<typeof call>, 'version'>>;

/** Takes a case or hands it back. Throws `badRequest.notFound`, `badRequest.case.changed`, `badRequest.case.state`. */
export async function assignCase(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { case: caseId, version, to }: Assignment,
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const at = now();
  const isTaken = to === 'me';
  await db.transaction(async (tx) => {
    const { after } = await moveCase(tx, {
      caseId,
      version,
      from: openReportStates,
      actor: `operator:${by.name}`,
      at,
      // An appeal stays one, whoever works on it.
      to: ({ state }) => ({
        state: state === 'appealed' ? state : isTaken ? 'assigned' : 'received',
        assignee: isTaken ? by.name : null,
      }),
    });
    const act = isTaken ? 'report.assigned' : 'report.handed-back';
    await recordAct(tx, by, { act, subject: keyOfReported(reportedIn(after)), at });
  });
  return true;
}
