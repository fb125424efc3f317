import { dayOf, workingDaysBetween } from '#contract/day.ts';
import { ANSWER_WORKING_DAYS, spanOf } from '#contract/desk/reports/law.ts';
import type { Measure } from '#contract/safety/decisions.ts';
import type { Db } from '#server/ports/database.ts';
import {
  type AnsweredReport,
  answeredReports,
  receivedReports,
  reportsWaitingAt,
  statedDecisions,
} from '#server/safety/decisions/in-span.ts';
import { countBy, median, type Numbers } from './numbers.ts';

/** Measures by which content or a person disappears from the site. */
const removals: ReadonlySet<Measure> = new Set<Measure>([
  'hide',
  'refuse-picture',
  'withdraw-message',
  'cut-stream',
  'block',
  'suspend',
]);

/** The acquirer's report of a month (Mastercard AN 5196): complaints, how fast they were resolved, and removals. */
export async function complaintsOf({ db }: { db: Pick<Db, 'select'> }, month: string): Promise<Numbers> {
  const span = spanOf(month);
  const received = await receivedReports(db, span);
  const answered = await answeredReports(db, span);
  const removed = (await statedDecisions(db, span)).filter(({ measure }) => removals.has(measure));
  return {
    month,
    received: { all: received.length, byKind: countBy(received, ({ reason }) => reason) },
    peopleReported: new Set(received.map(({ caseId }) => caseId)).size,
    resolved: resolvedOf(answered),
    resolvedOfDepicted: resolvedOf(answered.filter(({ reason }) => reason === 'depicted')),
    waiting: await reportsWaitingAt(db, span.to),
    removals: {
      all: removed.length,
      afterComplaints: removed.filter(({ isAfterReports }) => isAfterReports).length,
      byKind: countBy(removed, ({ measure }) => measure),
    },
  };
}

function resolvedOf(answered: readonly AnsweredReport[]): Numbers {
  const days = answered.map(({ receivedAt, answeredAt }) =>
    workingDaysBetween(dayOf(receivedAt), dayOf(answeredAt)),
  );
  return {
    all: days.length,
    medianWorkingDays: median(days),
    longestWorkingDays: days.length === 0 ? null : Math.max(...days),
    late: days.filter((one) => one > ANSWER_WORKING_DAYS).length,
  };
}
