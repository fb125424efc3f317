import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '#contract/errors.ts';
import { type DecisionState, decisionStates } from '#contract/safety/decisions.ts';
import { isUrgentReason } from '#contract/safety/report-calls.ts';
import { type Moved, stateMachine } from '#server/db/state-machine.ts';
import type { Tx } from '#server/ports/database.ts';
import { waitingReports } from '../reports/reads.ts';
import { reportCases } from '../reports/tables.ts';
import { type ReportCase, type Step, settle } from '../reports/transitions.ts';
import { decisions } from './tables.ts';

export type Decision = typeof decisions.$inferSelect;

interface Why extends Step {
  at: Date;
}

/** A decision about one person. Its measure holds until it is overruled or withdrawn, or ends. */
export const decisionMachine = stateMachine<typeof decisions, Why, object>({
  table: decisions,
  first: 'unexplained',
  transitions: {
    unexplained: ['standing', 'withdrawn'],
    standing: ['appealed', 'withdrawn'],
    appealed: ['appealed', 'upheld', 'overruled'],
    // Another addressee appeals.
    upheld: ['appealed'],
    overruled: [],
    withdrawn: [],
  },
  follows: {
    standing: [noteInCase],
    appealed: [noteInCase],
    upheld: [noteInCase],
    overruled: [noteInCase],
    withdrawn: [noteInCase],
  },
});

/** States against which an addressee may appeal who has not yet. */
export const appealableStates = decisionStates.filter((state) =>
  decisionMachine.transitions[state].includes('appealed'),
);

/**
 * Locks a case: of several acts on its reports and decisions one goes first. `version`: the one that was seen; undefined
 * in the shell. Throws `badRequest.notFound` and `badRequest.case.changed`.
 */
export async function holdCase(tx: Tx, caseId: number, version?: number): Promise<ReportCase> {
  const [found] = await tx.select().from(reportCases).where(eq(reportCases.id, caseId)).for('update');
  return asSeen(found, version);
}

/** A decision with the locked case that it is in. */
export interface HeldDecision {
  decision: Decision;
  about: ReportCase;
}

/** Locks a decision with its case. Throws like `holdCase`, by the version of the decision. */
export async function holdDecision(tx: Tx, id: number, version?: number): Promise<HeldDecision> {
  const isIt = eq(decisions.id, id);
  const [of] = await tx.select({ caseId: decisions.caseId }).from(decisions).where(isIt);
  const about = await holdCase(tx, of?.caseId ?? 0);
  const [found] = await tx.select().from(decisions).where(isIt);
  return { decision: asSeen(found, version), about };
}

function asSeen<Row extends { version: number }>(row: Row | undefined, version: number | undefined): Row {
  if (!row) throw new AppError('badRequest.notFound');
  if (version !== undefined && version !== row.version) throw new AppError('badRequest.case.changed');
  return row;
}

type Change = Why & {
  to: DecisionState;
  set?: Partial<Omit<Decision, 'id' | 'caseId' | 'state' | 'version'>>;
};

/** Moves a decision that was locked before. Throws `badRequest.case.state`. */
export async function moveDecision(
  tx: Tx,
  { id, version }: Pick<Decision, 'id' | 'version'>,
  { to, set, ...why }: Change,
): Promise<Decision> {
  const moved = await decisionMachine.move({}, tx, {
    where: eq(decisions.id, id),
    to,
    set: { ...set, version: version + 1 },
    why: { ...why, decisionId: id },
  });
  if (!moved) throw new AppError('badRequest.case.state');
  return moved;
}

async function noteInCase(_: object, tx: Tx, { rows, why }: Moved<typeof decisions, Why>): Promise<void> {
  for (const { caseId } of rows) await settleCase(tx, caseId, why);
}

/** Notes a step in a case, and closes it unless a report, an appeal or an explanation waits. */
export async function settleCase(tx: Tx, caseId: number, { at, ...step }: Why): Promise<void> {
  const waiting = await waitingReports(tx, caseId);
  const isUnfinished = and(
    eq(decisions.caseId, caseId),
    inArray(decisions.state, ['unexplained', 'appealed']),
  );
  const [unfinished] = await tx.select({ id: decisions.id }).from(decisions).where(isUnfinished).limit(1);
  const urgent = waiting.some(({ reason }) => isUrgentReason(reason));
  const isOpen = waiting.length > 0 || unfinished !== undefined;
  await settle(tx, { caseId, isOpen, urgent, at, ...step });
}

type NewRow = Omit<typeof decisions.$inferInsert, 'id' | 'state'>;

/** Stores a decision, which is unexplained at first. */
export async function insertDecision(tx: Tx, row: NewRow): Promise<Decision> {
  const [inserted] = await tx
    .insert(decisions)
    .values({ ...row, state: decisionMachine.first })
    .returning();
  if (!inserted) throw new Error('A decision was not inserted');
  return inserted;
}
