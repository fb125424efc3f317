import type { decideCase as call } from '#contract/desk/report-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { isFirstOutcome, type Outcome, reportDecisions } from '#contract/safety/report.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { stepsOf } from '#server/safety/reports/case-reads.ts';
import { moveCase } from '#server/safety/reports/move-case.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import { type TellDeps, tellOutcome } from './tell-outcome.ts';

type DecideDeps = Pick<Deps, 'db' | 'now'> & TellDeps;

interface Decision {
  case: number;
  /** Undefined in the shell. */
  version?: number;
  outcome: Outcome;
  statement: string;
}

/**
 * Decides a case or its appeal, and queues the mails. Throws `badRequest.notFound`, `badRequest.case.changed`,
 * `badRequest.case.state`, and `badRequest.case.ownDecision`: an appeal is decided by somebody else, or by an owner.
 */
export async function decideCase(
  deps: DecideDeps,
  caller: Caller,
  decision: ParsedInput<typeof call> | Decision,
): Promise<OutputOf<typeof call>> {
  const by = requireOperator(caller);
  const { case: caseId, version, outcome, statement } = decision;
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const { before, after } = await moveCase(tx, {
      caseId,
      version,
      from: reportDecisions[outcome],
      actor: `operator:${by.name}`,
      note: statement,
      at,
      to: (found) => ({
        state: outcome,
        assignee: null,
        decidedBy: isFirstOutcome(outcome) ? by.name : found.decidedBy,
      }),
    });
    if (!isFirstOutcome(outcome)) requireOther(by, before.decidedBy);
    const history = (await stepsOf(tx, caseId)).filter((step) => step.version <= before.version);
    await tellOutcome(deps, tx, { after, outcome, statement, history, at });
    const subject = keyOfReported(reportedIn(after));
    await recordAct(tx, by, { act: 'report.decided', subject, at });
  });
  return true;
}

function requireOther({ name, role }: OperatorCaller, decidedBy: string | null): void {
  if (role !== 'owner' && name === decidedBy) throw new AppError('badRequest.case.ownDecision');
}
