import { and, count, desc, eq, exists, gte, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Measure } from '#contract/safety/decisions.ts';
import { isWithin, type Span } from '#server/db/expressions.ts';
import type { Db } from '#server/ports/database.ts';
import type { Report } from '../reports/reads.ts';
import { reportSteps, reports } from '../reports/tables.ts';
import { decisionAddressees, decisions } from './tables.ts';
import type { Addressee } from './tell.ts';
import type { Decision } from './transitions.ts';

type Reader = Pick<Db, 'select'>;

export const receivedReports = (db: Reader, span: Span): Promise<Report[]> =>
  db
    .select()
    .from(reports)
    .where(isWithin(reports.receivedAt, [span]));

export interface AnsweredReport extends Pick<Report, 'reason' | 'receivedAt'> {
  answeredAt: Date;
  measure: Measure;
  ground: Decision['ground'];
}

/** Reports that a decision answers whose statement is of the span. */
export async function answeredReports(db: Reader, span: Span): Promise<AnsweredReport[]> {
  const { reason, receivedAt } = reports;
  const { explainedAt, measure, ground } = decisions;
  const rows = await db
    .select({ reason, receivedAt, answeredAt: explainedAt, measure, ground })
    .from(reports)
    .innerJoin(decisions, eq(decisions.id, reports.decisionId))
    .where(isWithin(explainedAt, [span]));
  return rows.flatMap(({ answeredAt, ...row }) => (answeredAt === null ? [] : [{ ...row, answeredAt }]));
}

/** Number of reports received before a moment that no decision had answered by then. */
export async function reportsWaitingAt(db: Reader, moment: Date): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(reports)
    .leftJoin(decisions, eq(decisions.id, reports.decisionId))
    .where(
      and(
        lt(reports.receivedAt, moment),
        or(isNull(decisions.explainedAt), gte(decisions.explainedAt, moment)),
      ),
    );
  return row?.waiting ?? 0;
}

export interface StatedDecision extends Decision {
  explainedAt: Date;
  /** Whether reports led to it. */
  isAfterReports: boolean;
}

/** Decisions whose statement is of the span, oldest first, also those that were undone later. */
export async function statedDecisions(db: Reader, span: Span): Promise<StatedDecision[]> {
  const reporters = db
    .select({ id: decisionAddressees.id })
    .from(decisionAddressees)
    .where(and(eq(decisionAddressees.decisionId, decisions.id), isNotNull(decisionAddressees.reportId)));
  // A guest without an address is told nothing.
  const judged = db.select({ id: reports.id }).from(reports).where(eq(reports.decisionId, decisions.id));
  const rows = await db
    .select({
      decision: decisions,
      isAfterReports: sql<boolean>`(${exists(reporters)} or ${exists(judged)})`,
    })
    .from(decisions)
    .where(isWithin(decisions.explainedAt, [span]))
    .orderBy(decisions.explainedAt, decisions.id);
  return rows.flatMap(({ decision, isAfterReports }) =>
    decision.explainedAt === null ? [] : [{ ...decision, explainedAt: decision.explainedAt, isAfterReports }],
  );
}

export interface Appeal extends Pick<Addressee, 'reportId' | 'answeredAt'> {
  appealedAt: Date;
  /** Null while it waits. */
  outcome: 'upheld' | 'overruled' | null;
}

/** Appeals of the span with their outcomes; another appeal against the same decision may end otherwise. */
export async function appealsMade(db: Reader, span: Span): Promise<Appeal[]> {
  const rows = await db
    .select({ addressee: decisionAddressees, decision: decisions })
    .from(decisionAddressees)
    .innerJoin(decisions, eq(decisions.id, decisionAddressees.decisionId))
    .where(isWithin(decisionAddressees.appealedAt, [span]))
    .orderBy(decisionAddressees.appealedAt);
  const verdicts = await verdictsOf(db, [...new Set(rows.map(({ decision }) => decision.id))]);
  return rows.flatMap(({ addressee: { reportId, appealedAt, answeredAt }, decision }) => {
    if (appealedAt === null) return [];
    const answered = answeredAt?.getTime();
    const verdict = verdicts.find(
      ({ decisionId, at }) => decisionId === decision.id && at.getTime() === answered,
    );
    const outcome = answeredAt === null ? null : outcomeOf(verdict?.state ?? decision.state);
    return [{ reportId, appealedAt, answeredAt, outcome }];
  });
}

/** Decisions of earlier versions have no step with their number, and one verdict at most. */
const verdictsOf = (db: Reader, decisionIds: readonly number[]) =>
  decisionIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(reportSteps)
        .where(
          and(
            inArray(reportSteps.decisionId, [...decisionIds]),
            inArray(reportSteps.state, ['upheld', 'overruled']),
          ),
        )
        .orderBy(desc(reportSteps.id));

const outcomeOf = (state: string): Appeal['outcome'] =>
  state === 'upheld' || state === 'overruled' ? state : null;
