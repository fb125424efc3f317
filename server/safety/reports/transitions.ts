import { eq } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type ReportState, reportStates } from '#contract/safety/report-calls.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Tx } from '#server/ports/database.ts';
import { reportCases, reportSteps } from './tables.ts';

export type ReportCase = typeof reportCases.$inferSelect;

/** A case is about one of them. */
export type Reported = { performerId: number } | { memberId: number };

interface Step {
  /** Key of the caller. */
  actor: string;
  note?: string;
  /** The report that opens the case again, or of whoever appeals; null for the reported person. */
  reportId?: number | null;
  /** What the history says, if it is not the case's state. */
  noted?: ReportState;
}

export interface Move extends Step {
  caseId: number;
  /** The version it was based on; undefined in the shell, which shows no version. */
  version?: number | undefined;
  /** States in which it is possible. */
  from: readonly ReportState[];
  /** The new state and what else changes. */
  to: (before: ReportCase) => Partial<ReportCase> & Pick<ReportCase, 'state'>;
  at: Date;
}

/**
 * All reports about one person. A new report opens a decided case again, and an operator's act on the person decides it
 * in any state.
 */
export const caseMachine = stateMachine<typeof reportCases, Step, object>({
  table: reportCases,
  first: 'received',
  transitions: {
    received: ['received', 'assigned', 'action', 'no-action'],
    assigned: ['received', 'assigned', 'action', 'no-action'],
    action: ['received', 'action', 'appealed'],
    'no-action': ['received', 'action', 'appealed'],
    appealed: ['received', 'action', 'appealed', 'upheld', 'overruled'],
    upheld: ['received', 'action'],
    overruled: ['received', 'action'],
  },
  follows: {
    received: [noteStep],
    assigned: [noteStep],
    action: [noteStep],
    'no-action': [noteStep],
    appealed: [noteStep],
    upheld: [noteStep],
    overruled: [noteStep],
  },
});

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

/** Whoever works on an appeal takes it first. */
export const toAppealed: Move['to'] = () => ({ state: 'appealed', assignee: null });

/** Adds a report to a case: an assigned one stays assigned, any other waits for an operator. */
export const reopenCase = (
  tx: Tx,
  { urgent, ...report }: Pick<Move, 'caseId' | 'actor' | 'at'> & { urgent: boolean; reportId: number },
) =>
  moveCase(tx, {
    ...report,
    noted: 'received',
    from: reportStates,
    to: (before) => ({
      ...(before.state === 'assigned'
        ? { state: 'assigned', assignee: before.assignee }
        : { state: 'received', assignee: null }),
      urgent: before.urgent || urgent,
      decidedBy: null,
    }),
  });

/** The history of a case, by which its version counts. */
async function noteStep(
  _: object,
  tx: Tx,
  { rows, why: { actor, note, reportId, noted } }: Moved<typeof reportCases, Step>,
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
    });
}
