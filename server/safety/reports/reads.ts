import { and, eq, lte, notInArray } from 'drizzle-orm';
import { openReportStates } from '#contract/safety/report-calls.ts';
import type { Db } from '#server/ports/database.ts';
import { reportCases, reports } from './tables.ts';

type Reader = Pick<Db, 'select'>;

/** A query for the numbers of reports whose case was decided by that moment and not reopened since. */
export const reportsDecidedBy = (db: Reader, moment: Date) =>
  db
    .select({ number: reports.number })
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(and(notInArray(reportCases.state, [...openReportStates]), lte(reportCases.changedAt, moment)));

/** A query for the numbers of a member's own reports. */
export const reportsOfMember = (db: Reader, memberId: number) =>
  db.select({ number: reports.number }).from(reports).where(eq(reports.memberId, memberId));
