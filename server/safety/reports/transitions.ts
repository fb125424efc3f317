import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type CaseState, caseStates, type StepState } from '#contract/safety/report-calls.ts';
import { type Moved, momentMachine, stateMachine } from '#server/db/state-machine.ts';
import type { Tx } from '#server/ports/database.ts';
import { reportCases, reportSteps, reports } from './tables.ts';

export type ReportCase = typeof reportCases.$inferSelect;

/** A case is about one of them. */
export type Reported = { performerId: number } | { memberId: number };

export interface Step {
  /** Key of the caller. */
  actor: string;
  note?: string | null;
  /** The report that came in, or of whoever appeals; null for the person of the case. */
  reportId?: number | null;
  decisionId?: number | null;
  /** What the history says, if it is not the case's state. */
  noted?: StepState;
}

export interface Move extends Step {
  caseId: number;
  /** The version it was based on; undefined in the shell, which shows no version. */
  version?: number | undefined;
  /** States in which it is possible. */
  from: readonly CaseState[];
  /** The new state and what else changes. */
  to: (before: ReportCase) => Partial<ReportCase> & Pick<ReportCase, 'state'>;
  at: Date;
}

/** The folder of one person: open while a report, an appeal or an explanation waits in it. */
export const caseMachine = stateMachine<typeof reportCases, Step, object>({
  table: reportCases,
  first: 'received',
  transitions: {
    received: ['received', 'assigned', 'closed'],
    assigned: ['received', 'assigned', 'closed'],
    closed: ['received', 'closed'],
  },
  follows: { received: [noteStep], assigned: [noteStep], closed: [noteStep] },
});

/** Whether a decision has judged a report. A decision that is undone lets it wait again. */
export const reportMachine = momentMachine<typeof reports, 'waiting' | 'judged', undefined, object>({
  table: reports,
  of: 'answer',
  moments: { waiting: [], judged: ['decisionId', 'unfounded'] },
  first: 'waiting',
  transitions: { waiting: ['judged'], judged: ['waiting'] },
  follows: {},
});

/** Judges waiting reports by their ids. Throws `badRequest.case.changed` unless all of them wait in this case. */
export async function judgeReports(
  tx: Tx,
  {
    caseId,
    ids,
    ...answer
  }: { caseId: number; ids: readonly number[]; decisionId: number; unfounded: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  const judged = await reportMachine.moveAll({}, tx, {
    where: and(eq(reports.caseId, caseId), inArray(reports.id, [...ids])),
    to: 'judged',
    set: answer,
  });
  if (judged.length < ids.length) throw new AppError('badRequest.case.changed');
}

/** Lets the reports wait again that a decision had judged. */
export const reopenReports = (tx: Tx, decisionId: number) =>
  reportMachine.moveAll({}, tx, { where: eq(reports.decisionId, decisionId), to: 'waiting' });

/**
 * Locks a case and moves it. Returns the case before and after. Throws `badRequest.notFound`, `badRequest.case.changed`
 * and `.state`.
 */
export async function moveCase(
  tx: Tx,
  { caseId, version, from, to, at, ...step }: Move,
): Promise<{ before: ReportCase; after: ReportCase }> {
  const isCase = eq(reportCases.id, caseId);
  const [before] = await tx.select().from(reportCases).where(isCase).for('update');
  if (!before) throw new AppError('badRequest.notFound');
  if (version !== undefined && version !== before.version) throw new AppError('badRequest.case.changed');
  if (!from.includes(before.state)) throw new AppError('badRequest.case.state');
  const { state, ...set } = { ...to(before), version: before.version + 1, changedAt: at };
  const after = await caseMachine.move({}, tx, { where: isCase, to: state, set, why: step });
  if (!after) throw new AppError('badRequest.case.state');
  return { before, after };
}

/** Returns the id of a person's case, which is opened without a step if there is none: its version counts the steps. */
export async function openCase(tx: Tx, reported: Reported, at: Date): Promise<number> {
  const isMember = 'memberId' in reported;
  const target = isMember ? reportCases.memberId : reportCases.performerId;
  const { first: state } = caseMachine;
  const opened = { ...reported, state, urgent: false, version: 0, openedAt: at, changedAt: at };
  await tx.insert(reportCases).values(opened).onConflictDoNothing({ target });
  const [found] = await tx
    .select({ id: reportCases.id })
    .from(reportCases)
    .where(eq(target, isMember ? reported.memberId : reported.performerId));
  if (!found) throw new Error('The case of a person was not stored');
  return found.id;
}

/** Adds a report to a case: an assigned one stays assigned, any other waits for an operator. */
export const addToCase = (
  tx: Tx,
  { urgent, ...report }: Pick<Move, 'caseId' | 'actor' | 'at'> & { urgent: boolean; reportId: number },
) =>
  moveCase(tx, {
    ...report,
    noted: 'received',
    from: caseStates,
    to: ({ state, ...before }) => ({
      state: state === 'assigned' ? state : 'received',
      urgent: before.urgent || urgent,
    }),
  });

/** Keeps a case open with its operator, or closes it. */
export const settle = (
  tx: Tx,
  { isOpen, urgent, ...move }: Omit<Move, 'from' | 'to'> & { isOpen: boolean; urgent: boolean },
) =>
  moveCase(tx, {
    ...move,
    from: caseStates,
    to: ({ state, assignee }) =>
      isOpen
        ? { state: state === 'assigned' ? state : 'received', assignee, urgent }
        : { state: 'closed', assignee: null, urgent },
  });

/** The history of a case, by which its version counts. */
async function noteStep(
  _: object,
  tx: Tx,
  { rows, why: { actor, note, reportId, decisionId, noted } }: Moved<typeof reportCases, Step>,
): Promise<void> {
  for (const { id, version, state, changedAt } of rows)
    await tx.insert(reportSteps).values({
      caseId: id,
      version,
      state: noted ?? state,
      actor,
      at: changedAt,
      note: note ?? null,
      reportId: reportId ?? null,
      decisionId: decisionId ?? null,
    });
}
