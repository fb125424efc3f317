import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { auditRows } from './tables.ts';

/** Rows name nobody but by number, and show afterwards that an account was erased: they stay. */
export const auditData: PersonalData = {
  tables: ['audit'],
  async read(db, memberId) {
    return {
      trail: await db
        .select({ at: auditRows.at, act: auditRows.act, by: auditRows.actor, subject: auditRows.subject })
        .from(auditRows)
        .where(eq(auditRows.memberId, memberId))
        .orderBy(asc(auditRows.id)),
    };
  },
  async erase() {},
};
