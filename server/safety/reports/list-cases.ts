import { asc, desc, eq, inArray } from 'drizzle-orm';
import { openReportStates } from '#contract/safety/report.ts';
import { performerNames } from '#server/performers/reads.ts';
import type { Deps } from '#server/ports/deps.ts';
import { reportCases, reports } from './tables.ts';

export interface OpenCase {
  performer: string;
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
  }[];
}

/** Undecided cases, urgent ones first, then the oldest; without the reporters' addresses. */
export async function listOpenCases({ db }: Pick<Deps, 'db'>): Promise<OpenCase[]> {
  const cases = await db
    .select()
    .from(reportCases)
    .where(inArray(reportCases.state, openReportStates))
    .orderBy(desc(reportCases.urgent), asc(reportCases.changedAt));
  const names = await performerNames(
    { db },
    cases.map(({ performerId }) => performerId),
  );
  const open: OpenCase[] = [];
  for (const { id, performerId, state, urgent } of cases) {
    const rows = await db.select().from(reports).where(eq(reports.caseId, id)).orderBy(asc(reports.id));
    open.push({
      performer: names.get(performerId) ?? String(performerId),
      state,
      urgent,
      reports: rows.map(({ number, reason, place, second, details, picture, receivedAt }) => ({
        ...{ number, reason, place, second, details, picture },
        receivedAt: receivedAt.toISOString(),
      })),
    });
  }
  return open;
}
