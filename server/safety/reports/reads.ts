import { and, asc, count, desc, eq, gt, inArray, isNotNull, lte, notInArray, sql } from 'drizzle-orm';
import { openReportStates } from '#contract/safety/report-calls.ts';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Db } from '#server/ports/database.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { reportCases, reportPictures, reportSteps, reports } from './tables.ts';
import type { ReportCase, Reported } from './transitions.ts';

/** A query for the numbers of reports whose case was decided by that moment and not reopened since. */
export const reportsDecidedBy = (db: Pick<Db, 'select'>, moment: Date) =>
  db
    .select({ number: reports.number })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(notInArray(reportCases.state, [...openReportStates]), lte(reportCases.changedAt, moment)));

/** A query for the numbers of a member's own reports. */
export const reportsOfMember = (db: Pick<Db, 'select'>, memberId: number) =>
  db.select({ number: reports.number }).from(reports).where(eq(reports.memberId, memberId));

type Reader = Pick<Db, 'select'>;

export type Report = typeof reports.$inferSelect;
export type ReportStep = typeof reportSteps.$inferSelect;

/** Cases of a shelf of the desk. `operator`: the name of whoever works on them. */
type Shelf = { show: 'open' | 'decided' } | { show: 'mine'; operator: string };

const EVERY = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

/** Open cases with urgent ones first and then the oldest; decided ones newest first. */
export function casesOn(
  db: Reader,
  shelf: Shelf,
  { limit, offset }: { limit: number; offset: number } = EVERY,
): Promise<ReportCase[]> {
  const { state, urgent, changedAt, assignee, id } = reportCases;
  const isOpen = inArray(state, [...openReportStates]);
  const where = {
    open: isOpen,
    mine: and(isOpen, eq(assignee, 'operator' in shelf ? shelf.operator : '')),
    decided: notInArray(state, [...openReportStates]),
  }[shelf.show];
  const order = shelf.show === 'decided' ? [desc(changedAt)] : [desc(urgent), asc(changedAt)];
  return db
    .select()
    .from(reportCases)
    .where(where)
    .orderBy(...order, asc(id))
    .limit(limit)
    .offset(offset);
}

/** Number of reports and their reasons, by case. */
export async function contentsOf(
  db: Reader,
  caseIds: readonly number[],
): Promise<Map<number, { reports: number; reasons: string[] }>> {
  if (caseIds.length === 0) return new Map();
  const { caseId, reason } = reports;
  const rows = await db
    .select({
      caseId,
      reports: count(),
      reasons: sql<string[]>`array_agg(distinct ${reason} order by ${reason})`,
    })
    .from(reports)
    .where(inArray(caseId, [...caseIds]))
    .groupBy(caseId);
  return new Map(rows.map(({ caseId: id, ...contents }) => [id, contents]));
}

export async function caseById(db: Reader, id: number): Promise<ReportCase | undefined> {
  const [row] = await db.select().from(reportCases).where(eq(reportCases.id, id));
  return row;
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

/** The reports that came after a version of the case, oldest first. */
export const reportsSince = async (
  db: Reader,
  { caseId, version }: { caseId: number; version: number },
): Promise<Report[]> => {
  const rows = await db
    .select({ report: reports })
    .from(reports)
    .innerJoin(reportSteps, eq(reportSteps.reportId, reports.id))
    .where(
      and(eq(reports.caseId, caseId), eq(reportSteps.state, 'received'), gt(reportSteps.version, version)),
    )
    .orderBy(asc(reports.id));
  return rows.map(({ report }) => report);
};

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

/** The open cases about performers, of all or of some, with the number of their reports. */
export async function openCasesOfPerformers(
  db: Reader,
  performerIds?: readonly number[],
): Promise<OpenCaseOf[]> {
  const { id, state, urgent } = reportCases;
  const rows = await db
    .select({ id, performerId: reportCases.performerId, isUrgent: urgent, reports: count(reports.id) })
    .from(reportCases)
    .leftJoin(reports, eq(reports.caseId, id))
    .where(
      and(
        inArray(state, [...openReportStates]),
        performerIds
          ? inArray(reportCases.performerId, [...performerIds])
          : isNotNull(reportCases.performerId),
      ),
    )
    .groupBy(id);
  return rows.flatMap((row) => (row.performerId === null ? [] : { ...row, performerId: row.performerId }));
}

export interface OpenCase {
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

/** Undecided cases, urgent ones first, then the oldest; without the reporters' addresses. */
export async function listOpenCases({ db }: Pick<Deps, 'db'>): Promise<OpenCase[]> {
  const cases = await casesOn(db, { show: 'open' });
  const open: OpenCase[] = [];
  for (const { id, performerId, memberId, state, urgent } of cases) {
    const rows = await db.select().from(reports).where(eq(reports.caseId, id)).orderBy(asc(reports.id));
    const performers = [performerId, ...rows.map(({ byPerformerId }) => byPerformerId)];
    const names = await performersFor({ db }, inHouse).names(performers.filter((one) => one !== null));
    const nameOf = (one: number | null) => (one === null ? null : (names.get(one) ?? String(one)));
    open.push({
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
