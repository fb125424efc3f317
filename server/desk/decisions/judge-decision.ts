import type {
  explainDecision as explainDecisionCall,
  judgeDecision as judgeDecisionCall,
  withdrawDecision as withdrawDecisionCall,
} from '#contract/desk/reports/decision-calls.ts';
import type { ParsedInput } from '#contract/endpoint.ts';
import { AppError } from '#contract/errors.ts';
import { fits } from '#contract/safety/decisions.ts';
import { recordAct } from '#server/audit/record-act.ts';
import type { AuditedAct } from '#server/events.ts';
import { type Caller, type OperatorCaller, requireOperator } from '#server/identity/caller.ts';
import type { Tx } from '#server/ports/database.ts';
import { addresseesOf, tellEnded } from '#server/safety/decisions/tell.ts';
import {
  type Decision,
  type HeldDecision,
  holdDecision,
  moveDecision,
} from '#server/safety/decisions/transitions.ts';
import { keyOfReported, reportedIn } from '#server/safety/reports/store-report.ts';
import { reopenReports } from '#server/safety/reports/transitions.ts';
import { detailsOf, explain, judge, withMeasures } from './decide.ts';
import { type DecideDeps, type Taking, undoMeasure } from './measures.ts';

/** The shell shows no version. */
type Seen<Input> = Omit<Input, 'reason' | 'version'> & { version?: number };

/**
 * Gives an urgent measure its ground and facts, also for a colleague. Throws `badRequest.notFound`,
 * `badRequest.case.state`, and `badRequest.case.changed` if it is not as it was seen, or a named report was judged.
 */
export async function explainDecision(
  deps: DecideDeps,
  caller: Caller,
  { decision: id, version, ground, facts, reports }: Seen<ParsedInput<typeof explainDecisionCall>>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const { decision, about } = await holdDecision(tx, id, version);
    if (!fits(decision.measure, ground))
      throw new AppError('badRequest.invalid.input', { fields: ['ground'] });
    if (decision.state !== 'unexplained') throw new AppError('badRequest.case.state');
    const judged = await judge(tx, decision, reports);
    const actor = `operator:${by.name}`;
    await explain(deps, tx, {
      decision,
      about,
      words: { ground, facts },
      judged,
      actor,
      noted: 'explained',
      at,
    });
    await record(tx, by, { decision, about, act: 'decision.explained', at });
  });
  return true;
}

/**
 * Answers all appeals against a decision. Overruled, its measure is undone, and its reports wait again if a reporter
 * appealed. Throws `badRequest.notFound`, `badRequest.case.changed`, `.state`, and `.ownDecision`: another operator or
 * an owner decides.
 */
export async function judgeDecision(
  deps: DecideDeps,
  caller: Caller,
  input: Seen<ParsedInput<typeof judgeDecisionCall>>,
): Promise<true> {
  const by = requireOperator(caller);
  const { decision: id, version, outcome, verdict } = input;
  const at = deps.now();
  await withMeasures(deps, async (tx, after) => {
    const { decision, about } = await holdDecision(tx, id, version);
    if (decision.state !== 'appealed') throw new AppError('badRequest.case.state');
    if (!isAnother(by, decision)) throw new AppError('badRequest.case.ownDecision');
    const isReporters = (await addresseesOf(tx, id)).some(
      ({ appealedAt, answeredAt, reportId }) => appealedAt && !answeredAt && reportId !== null,
    );
    const isOver = outcome === 'overruled';
    const isReopened = isOver && (isReporters || decision.measure === 'none');
    await end({ deps, tx, by, decision, about, after }, { outcome, verdict, isReopened, at });
    await record(tx, by, { decision, about, act: isOver ? 'decision.overruled' : 'decision.upheld', at });
  });
  return true;
}

const isAnother = ({ name, role }: OperatorCaller, { decidedBy }: Decision): boolean =>
  role === 'owner' || name !== decidedBy;

/**
 * Takes back an own decision before anybody appeals, and undoes its measure; its reports wait again. Throws
 * `badRequest.notFound`, `badRequest.case.changed`, `.state`, and `badRequest.forbidden` for the decision of another.
 */
export async function withdrawDecision(
  deps: DecideDeps,
  caller: Caller,
  { decision: id, version, verdict }: Seen<ParsedInput<typeof withdrawDecisionCall>>,
): Promise<true> {
  const by = requireOperator(caller);
  const at = deps.now();
  await withMeasures(deps, async (tx, after) => {
    const { decision, about } = await holdDecision(tx, id, version);
    if (by.role !== 'owner' && by.name !== decision.decidedBy) throw new AppError('badRequest.forbidden');
    if (decision.state !== 'standing' && decision.state !== 'unexplained')
      throw new AppError('badRequest.case.state');
    await end(
      { deps, tx, by, decision, about, after },
      { outcome: 'withdrawn', verdict, isReopened: true, at },
    );
    await record(tx, by, { decision, about, act: 'decision.withdrawn', at });
  });
  return true;
}

interface End {
  outcome: 'upheld' | 'overruled' | 'withdrawn';
  verdict: string;
  /** Whether its reports wait again. */
  isReopened: boolean;
  at: Date;
}

/** Ends the appeals or the decision: undoes the measure, stores the state, and tells everybody concerned. */
async function end(taking: Taking, { outcome, verdict, isReopened, at }: End): Promise<void> {
  const { deps, tx, by, decision } = taking;
  const isUndone = outcome !== 'upheld' && (await undoMeasure(taking));
  if (isReopened) await reopenReports(tx, decision.id);
  const set = {
    verdict,
    judgedBy: by.name,
    judgedAt: at,
    ...(isUndone && { endedAt: decision.endedAt ?? at }),
  };
  const actor = `operator:${by.name}`;
  const moved = await moveDecision(tx, decision, {
    to: outcome,
    set,
    actor,
    note: verdict,
    noted: outcome,
    at,
  });
  await tellEnded(deps, tx, { decision: moved, outcome, verdict, isUndone, isReopened, at });
}

async function record(
  tx: Tx,
  by: OperatorCaller,
  { act, decision, about, at }: HeldDecision & { act: AuditedAct; at: Date },
): Promise<void> {
  const [subject, details] = [keyOfReported(reportedIn(about)), detailsOf(decision)];
  await recordAct(tx, by, { act, subject, details, at });
}
