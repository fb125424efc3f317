import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { coolOffRows, spendingLimits } from './tables.ts';

/** What a member allows themselves. */
export const limitsData: PersonalData = {
  tables: ['spending_limit', 'cool_off'],
  async read(db, memberId) {
    return {
      limits: await db
        .select({
          period: spendingLimits.period,
          credits: spendingLimits.credits,
          nextCredits: spendingLimits.nextCredits,
          nextFrom: spendingLimits.nextFrom,
        })
        .from(spendingLimits)
        .where(eq(spendingLimits.memberId, memberId))
        .orderBy(asc(spendingLimits.period)),
      breaks: await db
        .select({ until: coolOffRows.until })
        .from(coolOffRows)
        .where(eq(coolOffRows.memberId, memberId)),
    };
  },
  async erase(tx, memberId) {
    await tx.delete(spendingLimits).where(eq(spendingLimits.memberId, memberId));
    await tx.delete(coolOffRows).where(eq(coolOffRows.memberId, memberId));
  },
};
