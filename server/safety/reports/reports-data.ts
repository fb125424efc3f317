import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { reports } from './tables.ts';

/** A report stays for who works on it, without who sent it. */
export const reportsData: PersonalData = {
  tables: ['report'],
  async read(db, memberId) {
    return {
      reports: await db
        .select({
          number: reports.number,
          at: reports.receivedAt,
          reason: reports.reason,
          details: reports.details,
          place: reports.place,
          email: reports.email,
        })
        .from(reports)
        .where(eq(reports.memberId, memberId))
        .orderBy(asc(reports.id)),
    };
  },
  async erase(tx, memberId) {
    await tx.update(reports).set({ memberId: null, email: null }).where(eq(reports.memberId, memberId));
  },
};
