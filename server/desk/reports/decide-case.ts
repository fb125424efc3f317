import type {
  assignCase as assignCaseCall,
  decideCase as decideCaseCall,
} from '#contract/desk/report-calls.ts';
import type { OutputOf, ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import {
  firstOutcomes,
  isFirstOutcome,
  type Outcome,
  openReportStates,
  reportDecisions,
} from '#contract/safety/report-calls.ts';
import { recordAct } from '#server/audit/record-act.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import type { Deps } from '#server/ports/deps.ts';
import { stepsOf } from '#server/safety/reports/reads.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import { moveCase, toAppealed } from '#server/safety/reports/transitions.ts';
import { type TellDeps, tellOutcome } from './tell-outcome.ts';

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

type DecideDeps = Pick<Deps, 'db' | 'now'> & TellDeps;

interface Decision {
  case: number;
  /** Undefined in the shell. */
  version?: number;
  outcome: Outcome;
  statement: string;
}

/**
 * Decides a case or its appeal and queues the mails. Throws `badRequest.notFound`, `badRequest.case.changed`,
 * `.state`, and `.ownDecision`: another operator or an owner decides an appeal.
 */
export async function decideCase(
  deps: DecideDeps,
  caller: Caller,
  decision: ParsedInput<typeof decideCaseCall> | Decision,
): Promise<OutputOf<typeof decideCaseCall>> {
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
    await recordAct(tx, by, { act: 'report.decided', subject, details: { outcome }, at });
  });
  return true;
}

function requireOther({ name, role }: OperatorCaller, decidedBy: string | null): void {
  if (role !== 'owner' && name === decidedBy) throw new AppError('badRequest.case.ownDecision');
}

/**
 * Notes an appeal of the reported person that came by letter or phone. Throws `badRequest.notFound` and
 * `badRequest.case.state`.
 */
export async function noteAppeal(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: OperatorCaller,
  caseId: number,
): Promise<void> {
  const at = now();
  await db.transaction(async (tx) => {
    const { after } = await moveCase(tx, {
      caseId,
      from: firstOutcomes,
      actor: `operator:${caller.name}`,
      at,
      ...(caller.reason !== null && { note: caller.reason }),
      to: toAppealed,
    });
    const subject = keyOfReported(reportedIn(after));
    await recordAct(tx, caller, { act: 'report.appealed', subject, at });
  });
}
