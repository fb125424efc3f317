import type { assignCase as assignCaseCall } from '#contract/desk/reports/report-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { openCaseStates } from '#contract/safety/report-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import { moveCase } from '#server/safety/reports/transitions.ts';

type Assignment = Pick<ParsedInput<typeof assignCaseCall>, 'case' | 'to'> &
  Partial<Pick<ParsedInput<typeof assignCaseCall>, 'version'>>;

/** Takes a case or hands it back. Throws `badRequest.notFound`, `badRequest.case.changed`, `badRequest.case.state`. */
export async function assignCase(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  { case: caseId, version, to }: Assignment,
): Promise<OutputOf<typeof assignCaseCall>> {
  const by = requireOperator(caller);
  const at = now();
  const isTaken = to === 'me';
  await db.transaction(async (tx) => {
    const { after } = await moveCase(tx, {
      caseId,
      version,
      from: openCaseStates,
      actor: `operator:${by.name}`,
      at,
      to: () => ({ state: isTaken ? 'assigned' : 'received', assignee: isTaken ? by.name : null }),
    });
    const act = isTaken ? 'report.assigned' : 'report.handed-back';
    await recordAct(tx, by, { act, subject: keyOfReported(reportedIn(after)), at });
  });
  return true;
}
