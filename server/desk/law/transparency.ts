import { brandIdentity } from '#contract/brand.ts';
import { spanOf } from '#contract/desk/reports/law.ts';
import { grounds } from '#contract/safety/decisions.ts';
import type { Db } from '#server/ports/database.ts';
import {
  type AnsweredReport,
  type Appeal,
  answeredReports,
  appealsMade,
  receivedReports,
  reportsWaitingAt,
  type StatedDecision,
  statedDecisions,
} from '#server/safety/decisions/in-span.ts';
import { countBy, medianHours, type Numbers } from './numbers.ts';

/**
 * The transparency report of a year (DSA, articles 15 and 24), from the cases. A decision counts in the year of its
 * statement, an appeal in the year in which it was made.
 */
export async function transparencyOf({ db }: { db: Pick<Db, 'select'> }, year: string): Promise<Numbers> {
  const span = spanOf(year);
  const received = await receivedReports(db, span);
  const answered = await answeredReports(db, span);
  const decisions = await statedDecisions(db, span);
  return {
    service: brandIdentity.name,
    year,
    reports: {
      received: received.length,
      byReason: countBy(received, ({ reason }) => reason),
      byPlace: countBy(received, ({ place }) => place),
      bySender: countBy(received, ({ memberId, byPerformerId }) => {
        if (memberId !== null) return 'member';
        return byPerformerId === null ? 'guest' : 'performer';
      }),
      answered: answersOf(answered),
      waiting: await reportsWaitingAt(db, span.to),
    },
    measures: measuresOf(decisions.filter(({ measure }) => measure !== 'none')),
    // Each decision has the name of the operator who took it, after reports or an operator's own finding.
    automation: { detections: 0, decisions: 0 },
    appeals: appealNumbers(await appealsMade(db, span)),
  };
}

/** Grounds of the law, of the terms, or none: decisions of earlier versions have no ground. */
function basisOf({ ground }: Pick<StatedDecision, 'ground'>): 'law' | 'terms' | 'unknown' {
  if (ground === null) return 'unknown';
  return grounds[ground] === 'law' ? 'law' : 'terms';
}

function answersOf(answered: readonly AnsweredReport[]): Numbers {
  const measured = answered.filter(({ measure }) => measure !== 'none');
  return {
    reports: answered.length,
    withoutMeasure: answered.length - measured.length,
    withMeasure: countBy(measured, basisOf),
    // No report is answered by automation.
    automated: 0,
    medianHours: medianHours(answered.map(({ receivedAt, answeredAt }) => [receivedAt, answeredAt])),
  };
}

function measuresOf(taken: readonly StatedDecision[]): Numbers {
  const names = [...new Set(taken.map(({ measure }) => measure))].sort();
  return {
    taken: taken.length,
    afterReports: taken.filter(({ isAfterReports }) => isAfterReports).length,
    onOwnInitiative: taken.filter(({ isAfterReports }) => !isAfterReports).length,
    undone: taken.filter(({ state }) => state === 'overruled' || state === 'withdrawn').length,
    byBasis: countBy(taken, basisOf),
    byMeasure: Object.fromEntries(
      names.map((name) => [
        name,
        countBy(
          taken.filter(({ measure }) => measure === name),
          ({ ground }) => ground ?? 'unknown',
        ),
      ]),
    ),
  };
}

function appealNumbers(appeals: readonly Appeal[]): Numbers {
  return {
    made: appeals.length,
    byAppellant: countBy(appeals, ({ reportId }) => (reportId === null ? 'person' : 'reporter')),
    byOutcome: countBy(appeals, ({ outcome }) => outcome ?? 'waiting'),
    medianHours: medianHours(
      appeals.flatMap(({ appealedAt, answeredAt }) =>
        answeredAt === null ? [] : [[appealedAt, answeredAt] as const],
      ),
    ),
  };
}
