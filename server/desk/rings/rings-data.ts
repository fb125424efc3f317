import { eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { ringAccounts, rings } from './tables.ts';

/** When an account counted as one of a ring. */
export const ringsData: PersonalData = {
  tables: ['ring_account'],
  async read(db, memberId) {
    return {
      'free-credit-checks': await db
        .select({
          at: rings.foundAt,
          inCommon: rings.kind,
          performerId: rings.performerId,
          credits: ringAccounts.credits,
        })
        .from(ringAccounts)
        .innerJoin(rings, eq(rings.id, ringAccounts.ringId))
        .where(eq(ringAccounts.memberId, memberId))
        .orderBy(rings.id),
    };
  },
  async erase(tx, memberId) {
    await tx.delete(ringAccounts).where(eq(ringAccounts.memberId, memberId));
  },
};
