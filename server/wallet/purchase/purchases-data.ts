import { asc, eq } from 'drizzle-orm';
import type { PersonalData } from '#server/ports/personal-data.ts';
import { payments } from './tables.ts';

/** What was bought is part of the books and stays; what the browser was known by does not. */
export const purchasesData: PersonalData = {
  tables: ['payment'],
  async read(db, memberId) {
    return {
      purchases: await db
        .select({
          id: payments.id,
          at: payments.createdAt,
          credits: payments.credits,
          cents: payments.cents,
          currency: payments.currency,
          method: payments.method,
          provider: payments.provider,
          status: payments.status,
          failReason: payments.failReason,
          device: payments.device,
          fingerprint: payments.fingerprint,
          agreedTo: payments.consentVersion,
          agreedAt: payments.consentedAt,
          settledAt: payments.settledAt,
        })
        .from(payments)
        .where(eq(payments.memberId, memberId))
        .orderBy(asc(payments.createdAt)),
    };
  },
  async erase(tx, memberId) {
    await tx.update(payments).set({ fingerprint: null }).where(eq(payments.memberId, memberId));
  },
};
