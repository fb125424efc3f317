import { asc, eq } from 'drizzle-orm';
import { performersFor } from '#server/performers/performers-for.ts';
import type { Deps } from '#server/ports/deps.ts';
import { inHouse } from '#server/ports/performer-viewer.ts';
import { casesOn } from './case-reads.ts';
import { reports } from './tables.ts';

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
