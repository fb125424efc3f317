import {
  and,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  notInArray,
  sql,
} from 'drizzle-orm';
import { openCaseStates } from '#contract/safety/report-calls.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { reportCases, reportPictures, reportSteps, reports } from './tables.ts';
import type { ReportCase, Reported } from './transitions.ts';

/** A query for the numbers of reports whose case was closed by that moment and is closed since. */
export const reportsDecidedBy = (db: Pick<Db, 'select'>, moment: Date) =>
  db
    .select({ number: reports.number })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(notInArray(reportCases.state, [...openCaseStates]), lte(reportCases.changedAt, moment)));

/** A query for the numbers of a member's own reports. */
export const reportsOfMember = (db: Pick<Db, 'select'>, memberId: number) =>
  db.select({ number: reports.number }).from(reports).where(eq(reports.memberId, memberId));

type Reader = Pick<Db, 'select'>;

export type Report = typeof reports.$inferSelect;
export type ReportStep = typeof reportSteps.$inferSelect;

/** Cases of a shelf of the desk. `operator`: the name of whoever works on them. */
type Shelf = { show: 'open' | 'closed' } | { show: 'mine'; operator: string };

const EVERY = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Open cases with urgent ones first and then the oldest; closed ones newest first. */
export function casesOn(
  db: Reader,
  shelf: Shelf,
  { limit, offset }: { limit: number; offset: number } = EVERY,
): Promise<ReportCase[]> {
  const { state, urgent, changedAt, assignee, id } = reportCases;
  const isOpen = inArray(state, [...openCaseStates]);
  const where = {
    open: isOpen,
    mine: and(isOpen, eq(assignee, 'operator' in shelf ? shelf.operator : '')),
    closed: notInArray(state, [...openCaseStates]),
  }[shelf.show];
  const order = shelf.show === 'closed' ? [desc(changedAt)] : [desc(urgent), asc(changedAt)];
  return db
    .select()
    .from(reportCases)
    .where(where)
    .orderBy(...order, asc(id))
    .limit(limit)
    .offset(offset);
}

interface CaseContents {
  reports: number;
  reasons: string[];
  /** When the oldest complaint of a depicted person that waits was received. */
  depictedAt: Date | null;
}

/** SQL condition: a complaint of a depicted person that waits. */
const isDepicted = and(eq(reports.reason, 'depicted'), isNull(reports.decisionId));

/** Number of reports and their reasons, by case. */
export async function contentsOf(db: Reader, caseIds: readonly number[]): Promise<Map<number, CaseContents>> {
  if (caseIds.length === 0) return new Map();
  const { caseId, reason, receivedAt } = reports;
  const rows = await db
    .select({
      caseId,
      reports: count(),
      reasons: sql<string[]>`array_agg(distinct ${reason} order by ${reason})`,
      depictedAt: sql<Date | null>`min(${receivedAt}) filter (where ${isDepicted})`.mapWith(receivedAt),
    })
    .from(reports)
    .where(inArray(caseId, [...caseIds]))
    .groupBy(caseId);
  return new Map(rows.map(({ caseId: id, ...contents }) => [id, contents]));
}

/** Complaints of depicted persons that wait. */
export const depictedWaiting = (db: Reader): Promise<Report[]> => db.select().from(reports).where(isDepicted);

export async function caseById(db: Reader, id: number): Promise<ReportCase | undefined> {
  const [row] = await db.select().from(reportCases).where(eq(reportCases.id, id));
  return row;
}

/** The case of a report, by the report’s number. */
export async function caseOfReport(db: Reader, number: string): Promise<ReportCase | undefined> {
  const [row] = await db
    .select({ found: reportCases })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(eq(reports.number, number))
    .limit(1);
  return row?.found;
}

export async function caseAbout(db: Reader, reported: Reported): Promise<ReportCase | undefined> {
  const isAbout =
    'memberId' in reported
      ? eq(reportCases.memberId, reported.memberId)
      : eq(reportCases.performerId, reported.performerId);
  const [row] = await db.select().from(reportCases).where(isAbout);
  return row;
}

/** Oldest first. */
export const reportsIn = (db: Reader, caseId: number): Promise<Report[]> =>
  db.select().from(reports).where(eq(reports.caseId, caseId)).orderBy(asc(reports.id));

/** The reports of a case that wait, or with these numbers only; oldest first. */
export const waitingReports = (db: Reader, caseId: number, numbers?: readonly string[]): Promise<Report[]> =>
  db
    .select()
    .from(reports)
    .where(
      and(
        eq(reports.caseId, caseId),
        isNull(reports.decisionId),
        numbers && inArray(reports.number, [...numbers]),
      ),
    )
    .orderBy(asc(reports.id));

/** Open cases with a report that waits. */
export const casesWaiting = (db: Reader) =>
  db
    .select({ receivedAt: max(reports.receivedAt).as('received_at') })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(isNull(reports.decisionId), inArray(reportCases.state, [...openCaseStates])))
    .groupBy(reportCases.id);

/** The waiting reports of all cases, oldest first, each with its case. */
export const reportsWaiting = (
  db: Reader,
): Promise<{ found: ReportCase; reason: string; receivedAt: Date }[]> =>
  db
    .select({ found: reportCases, reason: reports.reason, receivedAt: reports.receivedAt })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(isNull(reports.decisionId), inArray(reportCases.state, [...openCaseStates])))
    .orderBy(asc(reports.id));

export async function reportById(db: Reader, id: number): Promise<Report | undefined> {
  const [row] = await db.select().from(reports).where(eq(reports.id, id));
  return row;
}

/** The case's history, in order. */
export const stepsOf = (db: Reader, caseId: number): Promise<ReportStep[]> =>
  db.select().from(reportSteps).where(eq(reportSteps.caseId, caseId)).orderBy(asc(reportSteps.version));

/** The stream's picture of a report, while it is kept. */
export async function pictureOf(db: Reader, number: string): Promise<Uint8Array | undefined> {
  const [row] = await db.select().from(reportPictures).where(eq(reportPictures.number, number));
  return row?.picture;
}

interface OpenCaseOf {
  id: number;
  performerId: number;
  isUrgent: boolean;
  reports: number;
}

/** The open cases about performers, of all or of some, with the number of reports that wait in them. */
export async function openCasesOfPerformers(
  db: Reader,
  performerIds?: readonly number[],
): Promise<OpenCaseOf[]> {
  const { id, state, urgent } = reportCases;
  const rows = await db
    .select({ id, performerId: reportCases.performerId, isUrgent: urgent, reports: count(reports.id) })
    .from(reportCases)
    .leftJoin(reports, and(eq(reports.caseId, id), isNull(reports.decisionId)))
    .where(
      and(
        inArray(state, [...openCaseStates]),
        performerIds
          ? inArray(reportCases.performerId, [...performerIds])
          : isNotNull(reportCases.performerId),
      ),
    )
    .groupBy(id);
  return rows.flatMap((row) => (row.performerId === null ? [] : { ...row, performerId: row.performerId }));
}

export interface OpenCase {
  id: number;
  /** The reported performer's name; null in a case about a member. */
  performer: string | null;
  /** The reported member's id. */
  member: number | null;
  state: string;
  urgent: boolean;
  reports: {
    number: string;
    reason: string;
    place: string;
    second: number | null;
    details: string;
    picture: string | null;
    receivedAt: string;
    /** Name of the reporting performer. */
    by: string | null;
  }[];
}

/** Open cases with the reports that wait, urgent ones first, then the oldest; without the reporters' addresses. */
export async function listOpenCases({ db }: Pick<Deps, 'db'>): Promise<OpenCase[]> {
  const cases = await casesOn(db, { show: 'open' });
  const open: OpenCase[] = [];
  for (const { id, performerId, memberId, state, urgent } of cases) {
    const rows = await waitingReports(db, id);
    const performers = [performerId, ...rows.map(({ byPerformerId }) => byPerformerId)];
    const names = await performersFor({ db }, inHouse).names(performers.filter((one) => one !== null));
    const nameOf = (one: number | null) => (one === null ? null : (names.get(one) ?? String(one)));
    open.push({
      id,
      performer: nameOf(performerId),
      member: memberId,
      state,
      urgent,
      reports: rows.map(({ number, reason, place, second, details, picture, receivedAt, byPerformerId }) => ({
        number,
        reason,
        place,
        second,
        details,
        picture,
        by: nameOf(byPerformerId),
        receivedAt: receivedAt.toISOString(),
      })),
    });
  }
  return open;
}
