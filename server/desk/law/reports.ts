import { brandIdentity } from '#contract/brand.ts';
import { dayOf, workingDaysBetween } from '#contract/day.ts';
import { ANSWER_WORKING_DAYS, spanOf } from '#contract/desk/reports/law.ts';
import { grounds, type Measure } from '#contract/safety/decisions.ts';
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
import type { Report } from '#server/safety/reports/reads.ts';
import { receivedOrders } from './orders.ts';
import type { Order } from './transitions.ts';

/** A number, or numbers by name; nested. */
export type Numbers = { readonly [name: string]: number | string | null | Numbers };

/** How often each name occurs, by name. */
export function countBy<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Null for no numbers. */
export function median(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** Median of the hours between pairs of moments, with one decimal. */
export function medianHours(pairs: readonly (readonly [from: Date, to: Date])[]): number | null {
  const ms = median(pairs.map(([from, to]) => to.getTime() - from.getTime()));
  return ms === null ? null : Math.round(ms / 360_000) / 10;
}

/** Each number with its path: `reports.byReason.fraud`. */
export const rowsOf = (numbers: Numbers, path = ''): (readonly [string, string | number | null])[] =>
  Object.entries(numbers).flatMap(([name, value]) =>
    value !== null && typeof value === 'object'
      ? rowsOf(value, `${path}${name}.`)
      : [[`${path}${name}`, value] as const],
  );

/**
 * The transparency report of a year (DSA, articles 15 and 24), from the cases. Counted by the
 * moments of statements, appeals and arrivals of orders.
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
      bySender: countBy(received, senderOf),
      answered: answersOf(answered),
      waiting: await reportsWaitingAt(db, span.to),
      misuse: misuseOf(received),
    },
    measures: measuresOf(decisions.filter(({ measure }) => measure !== 'none')),
    // Each decision has the name of the operator who took it, after reports or an operator's own finding.
    automation: { detections: 0, decisions: 0 },
    appeals: appealNumbers(await appealsMade(db, span)),
    orders: orderNumbers(await receivedOrders(db, span)),
  };
}

const senderOf = ({ memberId, byPerformerId }: Report): 'member' | 'performer' | 'guest' => {
  if (memberId !== null) return 'member';
  return byPerformerId === null ? 'guest' : 'performer';
};

/** Reports after which a slowed reporter had to wait (DSA, article 23). */
function misuseOf(received: readonly Report[]): Numbers {
  const slowed = received.filter(({ waitsUntil }) => waitsUntil !== null);
  return { slowed: slowed.length, bySender: countBy(slowed, senderOf) };
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

/** Orders of authorities by the year of their arrival, with the times until the authority knew of receipt and effect. */
function orderNumbers(orders: readonly Order[]): Numbers {
  const hoursUntil = (nameOf: (order: Order) => Date | null) =>
    medianHours(
      orders.flatMap((order) => {
        const at = nameOf(order);
        return at === null ? [] : [[order.receivedAt, at] as const];
      }),
    );
  return {
    received: orders.length,
    byKind: countBy(orders, ({ kind }) => kind),
    byCountry: countBy(orders, ({ country }) => country),
    byContent: countBy(orders, ({ content }) => content),
    byEffect: countBy(orders, ({ effect }) => effect ?? 'waiting'),
    medianHoursToReceipt: hoursUntil(({ confirmedAt }) => confirmedAt),
    medianHoursToEffect: hoursUntil(({ closedAt }) => closedAt),
  };
}

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
